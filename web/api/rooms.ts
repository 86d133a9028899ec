/** Rooms. */
import type { Room } from "../../src/channels/web/wire.ts";
import { call, type Result } from "./http.ts";

/** One of the cast, as people are shown them. */
export interface RoomAgent {
  slug: string;
  name: string;
  role: string;
  color: string | null;
  picture: string | null;
}

interface Around {
  agents: RoomAgent[];
  is_open: boolean;
  /** ISO 8601; null: it is open. */
  opens_at: string | null;
  /** ISO 8601; null: it is closed, or never closes. */
  closes_at: string | null;
  is_editable: boolean;
}

type Kept =
  | "router_prompt"
  | "router_model"
  | "audience"
  | "crisis"
  | "host_memory"
  | "mute_minutes"
  | "sayings"
  | "owner";

/** A room to whoever may come in. */
export type RoomCard = Omit<Room, Kept> & Around;
/** To whoever keeps it. */
export type WholeRoom = Room & Around;
export type ShownRoom = RoomCard | WholeRoom;

/** What somebody sets of a room. */
export type RoomFields = Partial<Omit<Room, "slug" | "version">> &
  Pick<Room, "name" | "cast" | "host"> & { slug: string };

export function isWholeRoom(room: ShownRoom): room is WholeRoom {
  return "sayings" in room;
}

export function listRooms(): Promise<Result<{ items: ShownRoom[] }>> {
  return call("GET", "/rooms");
}

export function createRoom(room: RoomFields): Promise<Result<WholeRoom>> {
  return call("POST", "/rooms", room);
}

/** Refused when it is no longer that version. */
export function changeRoom({
  slug,
  ...change
}: RoomFields & { version: number }): Promise<Result<WholeRoom>> {
  return call("PATCH", at(slug), change);
}

export function removeRoom(slug: string): Promise<Result<unknown>> {
  return call("DELETE", at(slug));
}

function at(slug: string): string {
  return `/rooms/${encodeURIComponent(slug)}`;
}
