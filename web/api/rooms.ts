/** Rooms, and visits to them. */
import type { Page, Room } from "../../src/channels/web/wire.ts";
import type { NewRoom, RoomAgent, RoomChange, ShownRoom, WholeRoom } from "../../src/contract/rooms.ts";
import type { RoomDecision, RoomVisit, VisitState } from "../../src/contract/visits.ts";
import { call, query, type Result } from "./http.ts";
import type { VersionSource } from "./versions.ts";

export type { NewRoom, RoomAgent, RoomDecision, RoomVisit, ShownRoom, VisitState, WholeRoom };

export function isWholeRoom(room: ShownRoom): room is WholeRoom {
  return "sayings" in room;
}

export function listRooms(): Promise<Result<{ items: ShownRoom[] }>> {
  return call("GET", "/rooms");
}

export function readRoom(slug: string): Promise<Result<ShownRoom>> {
  return call("GET", at(slug));
}

export function createRoom(room: NewRoom): Promise<Result<WholeRoom>> {
  return call("POST", "/rooms", room);
}

/** Refused when the room has a newer version meanwhile. */
export function changeRoom({ slug, ...change }: RoomChange & Pick<Room, "slug">): Promise<Result<WholeRoom>> {
  return call("PATCH", at(slug), change);
}

export function versionsOfRoom({
  slug,
  version: now,
}: Pick<Room, "slug" | "version">): VersionSource<WholeRoom> {
  return {
    list: (cursor) => call("GET", `${at(slug)}/versions${query({ cursor })}`),
    compare: (version) => call("GET", `${at(slug)}/versions/${version}${query({ against: String(now) })}`),
    restore: (version) => call("POST", `${at(slug)}/restore`, { version }),
  };
}

export function removeRoom(slug: string): Promise<Result<unknown>> {
  return call("DELETE", at(slug));
}

/** Returns the open visit, or starts a new one. */
export function startVisit(slug: string): Promise<Result<VisitState>> {
  return call("POST", `${at(slug)}/session/start`, {});
}

export function readVisit(slug: string, id: string): Promise<Result<VisitState>> {
  return call("GET", `${at(slug)}/session/${encodeURIComponent(id)}/status`);
}

export function endVisit(slug: string, session_id: string): Promise<Result<VisitState>> {
  return call("POST", `${at(slug)}/session/end`, { session_id });
}

export function listVisits(slug: string, cursor: string | null): Promise<Result<Page<RoomVisit>>> {
  return call("GET", `${at(slug)}/visits${query({ cursor })}`);
}

export function listDecisions(slug: string, visit: string): Promise<Result<Page<RoomDecision>>> {
  return call("GET", `${at(slug)}/visits/${encodeURIComponent(visit)}/decisions`);
}

/** Null: the page draws the scene by itself. */
export function scenePicture({ slug, look: { picture } }: Pick<Room, "slug" | "look">): string | null {
  // The part after the # tells a new picture from the old one.
  return picture?.startsWith("fil_") ? `/api/v1${at(slug)}/picture#${picture}` : picture;
}

function at(slug: string): string {
  return `/rooms/${encodeURIComponent(slug)}`;
}
