/** A visit: one conversation in a room, from the door to the goodbye. It goes by the rules that held when it began. */
import type { Room } from "./room.ts";

/** `kicked`: closed for silence. `ended`: by leaving, or at its limit. Neither takes another message. */
export type VisitStatus = "active" | "warning_15min" | "kicked" | "ended";

/** What the sky was like when it began. */
export interface Weather {
  place: string;
  /** In words: "light rain". */
  sky: string;
  temperature_c: number;
  is_day: boolean;
}

/** What one visitor or agent said earlier, as the host remembers it. */
export interface Remembered {
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
  messages: readonly Remembered[];
}

/** What a visit is given at the door, and keeps. */
export interface VisitStart {
  room: Room;
  /** Of its cast, as people read them, by slug. */
  names: Readonly<Record<string, string>>;
  weather: Weather | null;
  /** Of this visitor, oldest first. */
  remembered: readonly RememberedVisit[];
  /** When somebody who is in it was last in danger, in ms since the epoch, by the ids of persons: only what still holds. */
  crisis: Readonly<Record<string, number>>;
}

export interface Mute {
  agent: string;
  /** ms since the epoch. */
  until: number;
}

/** Who answers a message in a room, and why: decided once a turn, and kept. @public */
export interface Decision {
  agent: string;
  /** `only`: nobody else is there. `host`: the router gave nothing that could be used. */
  by: "crisis" | "moderation" | "selection" | "router" | "only" | "host";
  /** For the operator. */
  reason: string;
  /** The agent that is silent from now on. */
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
  /** When somebody last said something to the room, or came in. */
  said_at: number;
  ended_at: number | null;
  /** Of visitors. */
  message_count: number;
  /** Last call was said. */
  is_last_call: boolean;
  muted: readonly Mute[];
  /** When somebody who is in it was last in danger, by the ids of persons. */
  crisis: Readonly<Record<string, number>>;
  /** When whoever is out of it went, though others are still there, by the ids of persons. */
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
  /** By slug. */
  muted_until: Record<string, string>;
  /** When silence is answered by a question, and when it closes the visit; null: it is closed. */
  warns_at: string | null;
  closes_at: string | null;
  weather: Weather | null;
  /** Ids of persons who went before the others: for them it is over. */
  left: string[];
}
