/**
 * The fields of a room that a person sets, as schemas: of a request body, of a file's front matter and of
 * stored rows.
 */

import { z } from "zod";
import { audienceSchema, slugSchema } from "../agents/fields.ts";
import { AppError } from "../domain/errors.ts";
import { ROOM_FIELDS } from "../domain/fields/room.ts";
import { mergedSettings } from "../domain/fields/values.ts";
import type { Room } from "../domain/room.ts";
import { changesIn, type FieldChange } from "../domain/text/changes.ts";
import { oneName } from "../domain/text/one-name.ts";
import { isTimeZone } from "../domain/time/zone.ts";
import { schemaOf } from "../platform/settings/schema.ts";
import { CARE } from "./care.ts";
import type { RoomFields } from "./defaults.ts";

let made: ReturnType<typeof make> | undefined;

/** Built on first use, to keep the Worker's start fast. */
export function roomSchema() {
  made ??= make();
  return made;
}

/** Output of `roomSchema`: the audience may be absent. */
export type GivenRoom = z.output<ReturnType<typeof make>>;

function make() {
  return schemaOf(ROOM_FIELDS, {
    cast: z.array(slugSchema()).min(1, "a room has at least one agent").max(20),
    crisis: { resources: resources() },
    weather: weatherSchema().nullable().default(null),
    opening_hours: openingHoursSchema().nullable().default(null),
    audience: audienceSchema().optional(),
  });
}

function weatherSchema() {
  return z.strictObject({
    name: z.string().trim().max(100).overwrite(oneName).min(1),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
  });
}

function openingHoursSchema() {
  const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "a time is written HH:MM, from 00:00 to 23:59");
  const days = z
    .array(z.enum(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]))
    .min(1)
    .max(7);
  return z.strictObject({
    time_zone: z
      .string()
      .max(100)
      .refine(isTimeZone, "there is no such time zone; they are written as Europe/Berlin"),
    spans: z
      .array(z.strictObject({ days, from: time, to: time }))
      .min(1)
      .max(28),
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
    .default(() => ({ ...CARE }));
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

/** Applies a change: fields that it does not name keep their values, also within groups of settings. */
export function changedRoom(fields: RoomFields, change: Partial<GivenRoom>): RoomFields {
  return settledRoom(mergedSettings(ROOM_FIELDS, fields, change) as GivenRoom);
}

/** Differences between two versions of a room, one entry per setting. */
export function roomChanges(before: RoomFields, after: RoomFields): FieldChange[] {
  return changesIn(ROOM_FIELDS, before, after);
}
