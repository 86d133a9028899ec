/** Lists the differences between two versions of a room, one setting at a time. */
import { changesIn, type FieldChange } from "../domain/text/changes.ts";
import type { RoomFields } from "./defaults.ts";

const GROUPS: readonly string[] = [
  "limits",
  "inactivity",
  "host_memory",
  "crisis",
  "sayings",
  "look",
] satisfies (keyof RoomFields)[];

export function roomChanges(before: RoomFields, after: RoomFields): FieldChange[] {
  return changesIn({ before, after, groups: GROUPS, texts: ["description", "router_prompt"] });
}
