/** Rooms, and visits to them. */
import type { Page, Room, VisitView } from "../../src/channels/web/wire.ts";
import { call, query, type Result } from "./http.ts";
import type { VersionSource } from "./versions.ts";

/** A member of the cast, as people see it. */
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

/** A room as its visitors see it. */
export type RoomCard = Omit<Room, Kept> & Around;
/** A room as its owner sees it. */
export type WholeRoom = Room & Around;
export type ShownRoom = RoomCard | WholeRoom;

/** A room's settings, as a person enters them. */
export type RoomFields = Partial<Omit<Room, "slug" | "version">> &
  Pick<Room, "name" | "cast" | "host"> & { slug: string };

export interface VisitState extends VisitView {
  session_id: string;
}

/** A visit as the room's owner sees it: without its messages. */
export interface RoomVisit {
  id: string;
  /** Id of the visitor. */
  owner: string;
  name: string | null;
  status: VisitView["session_status"];
  /** ISO 8601. */
  started_at: string;
  ended_at: string | null;
  message_count: number;
  is_shared: boolean;
}

/** The agent that answered, and why. */
export interface RoomDecision {
  turn_id: string;
  agent: string;
  by: "crisis" | "moderation" | "selection" | "router" | "only" | "host";
  reason: string;
  /** The agent that was muted from then on. */
  mute: string | null;
  /** ISO 8601. */
  at: string;
}

export function isWholeRoom(room: ShownRoom): room is WholeRoom {
  return "sayings" in room;
}

export function listRooms(): Promise<Result<{ items: ShownRoom[] }>> {
  return call("GET", "/rooms");
}

export function readRoom(slug: string): Promise<Result<ShownRoom>> {
  return call("GET", at(slug));
}

export function createRoom(room: RoomFields): Promise<Result<WholeRoom>> {
  return call("POST", "/rooms", room);
}

/** Refused when the room has a newer version meanwhile. */
export function changeRoom({
  slug,
  ...change
}: RoomFields & { version: number }): Promise<Result<WholeRoom>> {
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
