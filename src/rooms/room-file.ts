/**
 * A room as a Markdown file: settings in the front matter, and `router_prompt` (which agent is for what) as
 * the text.
 */
import { slugSchema } from "../agents/fields.ts";
import type { Room } from "../domain/room.ts";
import { type ParsedFile, parseSettingsFile, settingsFile } from "../platform/settings/file.ts";
import { ROOM_DEFAULTS, type RoomFields } from "./defaults.ts";
import { roomFieldsOf, roomSchema, settledRoom } from "./fields.ts";

/** Throws an AppError that names the invalid field. `path` is for that error. */
export function parseRoomFile(text: string, path: string): ParsedFile<RoomFields> {
  const schema = roomSchema().extend({ slug: slugSchema().optional() });
  const bodyRule = "router_prompt is the text below the front matter, not a setting in it.";
  return parseSettingsFile({ body: "router_prompt", bodyRule, schema, complete: settledRoom }, text, path);
}

/** Omits fields that have their defaults. Parsing the text gives the same room. */
export function roomFile(room: Room): string {
  const { router_prompt: body, ...settings } = roomFieldsOf(room);
  const defaults = { ...ROOM_DEFAULTS, audience: room.owner === null ? ROOM_DEFAULTS.audience : [] };
  return settingsFile(room.slug, { settings, defaults, body });
}
