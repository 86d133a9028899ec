/**
 * The fields of a room that a person sets, as schemas: of a request body, of a file's front matter and of
 * stored rows.
 */

import { z } from "zod";
import { modelSchema, slugSchema } from "../agents/fields.ts";
import { AppError } from "../domain/errors.ts";
import type { Room } from "../domain/room.ts";
import { oneName } from "../domain/text/one-name.ts";
import { ROOM_DEFAULTS, type RoomFields } from "./defaults.ts";
import { limitsSchema, openingHoursSchema, sayingsSchema } from "./field-groups.ts";

let made: ReturnType<typeof make> | undefined;

/** Built on first use, to keep the Worker's start fast. */
export function roomSchema() {
  made ??= make();
  return made;
}

/** Output of `roomSchema`: the audience may be absent. */
export type GivenRoom = z.output<ReturnType<typeof make>>;

function make() {
  const usual = ROOM_DEFAULTS;
  const agent = slugSchema();
  return z.strictObject({
    name: z.string().trim().max(100).overwrite(oneName).min(1),
    description: z.string().trim().max(1_000).default(usual.description),
    cast: z.array(agent).min(1, "a room has at least one agent").max(20),
    host: agent,
    moderator: agent.nullable().default(null),
    crisis_agent: agent.nullable().default(null),
    router_prompt: z.string().trim().max(10_000).default(usual.router_prompt),
    router_model: modelSchema().nullable().default(null),
    limits: limitsSchema(),
    inactivity: z
      .strictObject({
        warn_after_minutes: count(1, 1_440).default(usual.inactivity.warn_after_minutes),
        close_after_minutes: count(2, 2_880).default(usual.inactivity.close_after_minutes),
      })
      .prefault({}),
    host_memory: z
      .strictObject({
        visits: count(0, 20).default(usual.host_memory.visits),
        first: count(0, 20).default(usual.host_memory.first),
        last: count(1, 50).default(usual.host_memory.last),
      })
      .prefault({}),
    mute_minutes: count(1, 1_440).default(usual.mute_minutes),
    crisis: z
      .strictObject({ days: count(0, 90).default(usual.crisis.days), resources: resources() })
      .prefault({}),
    weather: z
      .strictObject({
        name: z.string().trim().max(100).overwrite(oneName).min(1),
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
      })
      .nullable()
      .default(null),
    opening_hours: openingHoursSchema().nullable().default(null),
    audience: audience().optional(),
    is_shared: z.boolean().default(false),
    sayings: sayingsSchema(),
    look: z
      .strictObject({
        color: z
          .string()
          .regex(/^#[0-9a-f]{6}$/, "a colour is written #rrggbb, in lower case")
          .default(usual.look.color),
        picture: z
          .string()
          .regex(/^(fil_[0-9a-z]{6,64}|[a-z0-9-]{1,40})$/, "a picture is the id of an uploaded image")
          .nullable()
          .default(null),
      })
      .prefault({}),
    owner: z.string().min(1).max(100).nullable().default(null),
  });
}

function count(least: number, most: number) {
  return z.number().int().min(least).max(most);
}

function audience() {
  return z.union([z.enum(["people", "everyone"]), z.array(z.string().min(1).max(100)).max(200)], {
    error: "an audience is people, everyone, or a list of ids of persons",
  });
}

function resources() {
  const isCountry = (name: string) => /^(default|[A-Z]{2})$/.test(name);
  return z
    .record(z.string(), z.string().trim().min(1).max(1_000))
    .refine(
      (all) => Object.keys(all).every(isCountry),
      "countries are written as DE or US, others as default",
    )
    .refine((all) => all.default !== undefined, "there is a `default` for every other country")
    .default(() => ({ ...ROOM_DEFAULTS.crisis.resources }));
}

/**
 * Fills in the default audience: a person's own room is for themselves, an instance's room for every member.
 * Throws an AppError that names the field if two fields contradict each other.
 */
export function settledRoom({ audience: named, ...fields }: GivenRoom): RoomFields {
  const room = { ...fields, audience: named ?? (fields.owner === null ? "people" : []) } as RoomFields;
  const problem = problemOf(room);
  if (problem) throw new AppError("malformed_request", problem);
  return room;
}

function problemOf({ cast, limits, inactivity, ...room }: RoomFields): string | undefined {
  if (new Set(cast).size < cast.length) return "cast: each agent is named once.";
  for (const role of ["host", "moderator", "crisis_agent"] as const) {
    const agent = room[role];
    if (agent !== null && !cast.includes(agent)) return `${role}: "${agent}" is not in the cast.`;
  }
  if (limits.last_call_before >= limits.messages)
    return "limits.last_call_before: it is less than limits.messages.";
  if (inactivity.close_after_minutes <= inactivity.warn_after_minutes)
    return "inactivity.close_after_minutes: it is more than inactivity.warn_after_minutes.";
  return undefined;
}

/** Throws if the text is not a room. Unknown fields of stored rooms are ignored. */
export function storedRoomFields(text: string): RoomFields {
  return settledRoom(z.object(roomSchema().shape).parse(JSON.parse(text)));
}

export function roomFieldsOf({ slug: _slug, version: _version, ...fields }: Room): RoomFields {
  return fields;
}

const GROUPS = ["limits", "inactivity", "host_memory", "crisis", "sayings", "look"] as const;

/** Applies a change: fields that it does not name keep their values, also within groups of settings. */
export function changedRoom(fields: RoomFields, change: Partial<GivenRoom>): RoomFields {
  const groups = GROUPS.map((name) => [name, { ...fields[name], ...change[name] }]);
  return settledRoom({ ...fields, ...change, ...Object.fromEntries(groups) } as GivenRoom);
}
