/** Default fields of a room that sets only its name, its cast and its host. */
import { ROOM_FIELDS } from "../domain/fields/room.ts";
import { defaultsOf } from "../domain/fields/values.ts";
import type { Room } from "../domain/room.ts";
import { CARE } from "./care.ts";

export type RoomFields = Omit<Room, "slug" | "version">;

const usual = defaultsOf(ROOM_FIELDS);

/** The help lines are too many for the browser, which leaves them out. */
export const ROOM_DEFAULTS = { ...usual, crisis: { ...usual.crisis, resources: CARE } };
