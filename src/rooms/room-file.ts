/**
 * A room as a Markdown file: settings in the front matter, and `router_prompt` (which agent is for what) as
 * the text.
 */
import { dump, JSON_SCHEMA } from "js-yaml";
import { z } from "zod";
import { slugSchema } from "../agents/fields.ts";
import { AppError } from "../domain/errors.ts";
import type { Room } from "../domain/room.ts";
import { parseFrontMatter } from "../platform/front-matter.ts";
import { ROOM_DEFAULTS, type RoomFields } from "./defaults.ts";
import { roomFieldsOf, roomSchema, settledRoom } from "./fields.ts";

export interface ParsedRoomFile {
  /** Absent: the file's name is the slug. */
  slug?: string;
  fields: RoomFields;
}

/** Throws an AppError that names the invalid field. `path` is for that error. */
export function parseRoomFile(text: string, path: string): ParsedRoomFile {
  const { data, body } = parseFrontMatter(text, path);
  const settings = z.record(z.string(), z.unknown()).safeParse(data);
  if (!settings.success) throw wrong(path, "the front matter is not a list of settings.");
  if ("router_prompt" in settings.data)
    throw wrong(path, "router_prompt is the text below the front matter, not a setting in it.");
  const parsed = roomSchema()
    .extend({ slug: slugSchema().optional() })
    .safeParse({ ...settings.data, router_prompt: body });
  if (!parsed.success) throw wrong(path, z.prettifyError(parsed.error));
  const { slug, ...fields } = parsed.data;
  return { fields: settledIn(path, fields), ...(slug !== undefined && { slug }) };
}

function settledIn(path: string, fields: Parameters<typeof settledRoom>[0]): RoomFields {
  try {
    return settledRoom(fields);
  } catch (problem) {
    throw problem instanceof AppError ? wrong(path, problem.reason) : problem;
  }
}

/** Omits fields that have their defaults. Parsing the text gives the same room. */
export function roomFile(room: Room): string {
  const { router_prompt, ...settings } = roomFieldsOf(room);
  const audience = room.owner === null ? ROOM_DEFAULTS.audience : [];
  const defaults: Partial<Record<string, unknown>> = { ...ROOM_DEFAULTS, audience };
  const set = Object.entries(settings).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(defaults[key]),
  );
  const yaml = dump({ slug: room.slug, ...Object.fromEntries(set) }, { schema: JSON_SCHEMA, lineWidth: 100 });
  return `---\n${yaml}---\n\n${router_prompt}\n`;
}

function wrong(path: string, reason: string): AppError {
  return new AppError("malformed_request", `${path}: ${reason}`);
}
