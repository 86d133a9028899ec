/**
 * A visit: one conversation in a room, from the door to the goodbye. The room's rules at its start hold until
 * its end.
 */
import type { Room } from "./room.ts";

/** `kicked`: closed for inactivity. `ended`: left, or at its limit. Neither accepts another message. */
export type VisitStatus = "active" | "warning_15min" | "kicked" | "ended";

/** Weather at the start of the visit. */
export interface Weather {
  place: string;
  /** Sky in words: "light rain". */
  sky: string;
  temperature_c: number;
  is_day: boolean;
}

/** An earlier message of a visitor or agent, as the host remembers it. */
export interface RememberedSaying {
  /** Slug of an agent, or the visitor's name. */
  speaker: string;
  is_visitor: boolean;
  text: string;
  /** ISO 8601, UTC. */
  at: string;
}

/** An earlier visit as the host remembers it: its first messages and its last. */
export interface RememberedVisit {
  started_at: string;
  weather: Weather | null;
  messages: readonly RememberedSaying[];
}

/** Data that a visit gets at its start and keeps. */
export interface VisitStart {
  room: Room;
  /** Display names of the cast, by slug. */
  names: Readonly<Record<string, string>>;
  weather: Weather | null;
  /** Earlier visits of this visitor, oldest first. */
  remembered: readonly RememberedVisit[];
  /** Time of the last crisis per person id, in ms since the epoch; only those that still apply. */
  crisis: Readonly<Record<string, number>>;
}

export interface Mute {
  agent: string;
  /** ms since the epoch. */
  until: number;
}

/** The agent chosen to answer a message in a room, and why. Decided once per turn, then stored. @public */
export interface Decision {
  agent: string;
  /** `only`: the cast has one agent. `host`: the router gave no usable answer. */
  by: "crisis" | "moderation" | "selection" | "router" | "only" | "host";
  /** Reason for the operator. */
  reason: string;
  /** The agent that is muted from now on. */
  mute?: string;
}

export function isClosed(status: VisitStatus): boolean {
  return status === "kicked" || status === "ended";
}

/** A visit as its conversation keeps it. Times are ms since the epoch. */
export interface Visit {
  start: VisitStart;
  status: VisitStatus;
  started_at: number;
  /** Time of the last message to the room, or of the last arrival. */
  said_at: number;
  ended_at: number | null;
  /** Messages of visitors. */
  message_count: number;
  /** Last call was announced. */
  is_last_call: boolean;
  muted: readonly Mute[];
  /** Time of the last crisis, by person id. */
  crisis: Readonly<Record<string, number>>;
  /** Time of leaving by person id, for people who left while others stay. */
  left: Readonly<Record<string, number>>;
}

/** A visit as everybody in it may see it. Times are ISO 8601, UTC. */
export interface VisitView {
  /** Slug. */
  room: string;
  host: string;
  session_status: VisitStatus;
  started_at: string;
  ended_at: string | null;
  message_count: number;
  message_limit: number;
  is_last_call: boolean;
  /** Slugs. */
  agents_available: string[];
  agents_muted: string[];
  /** Ends of mutes by slug. */
  muted_until: Record<string, string>;
  /** Times at which inactivity triggers the warning and closes the visit; null: the visit is closed. */
  warns_at: string | null;
  closes_at: string | null;
  weather: Weather | null;
  /** Ids of persons who left before the others: the visit is over for them. */
  left: string[];
}
