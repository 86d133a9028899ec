/** A room: a place with a cast of agents, in which people are for the length of a visit. */
import type { Audience } from "./agent.ts";

interface RoomLimits {
  /** Characters in one message of a visitor. */
  message_chars: number;
  /** Tokens in one reply; a longer reply ends with its last whole sentence. */
  reply_tokens: number;
  /** Messages of visitors in one visit. */
  messages: number;
  /** Last call comes when this many messages or fewer are left. */
  last_call_before: number;
  /** Visits of one person in a UTC day. */
  visits_per_day: number;
  /** People in one visit at the same time, when the room is shared. */
  people: number;
}

/** Handling of silence in a visit. */
interface Inactivity {
  warn_after_minutes: number;
  /** Greater than `warn_after_minutes`. */
  close_after_minutes: number;
}

/**
 * The host's memory of a person: the number of past visits, and of each the number of first and last
 * messages.
 */
interface HostMemory {
  visits: number;
  first: number;
  last: number;
}

interface CrisisCare {
  /** Days after a crisis during which the room's tone stays softer for the person. */
  days: number;
  /** Help lines by ISO 3166-1 alpha-2 code in capitals; `default` covers every other country. */
  resources: Readonly<Record<string, string>>;
}

export interface WeatherPlace {
  name: string;
  latitude: number;
  longitude: number;
}

export type Weekday = "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";

/** Opening times on those days, `HH:MM`; an end that is not after the beginning is on the next day. */
export interface OpenSpan {
  days: readonly Weekday[];
  from: string;
  to: string;
}

export interface OpeningHours {
  /** IANA name. */
  time_zone: string;
  spans: readonly OpenSpan[];
}

/** Fixed texts that are sent without a model call. */
interface RoomSayings {
  /** The host's greeting, when the visit opens. */
  welcome: string;
  /** The host's question, after `warn_after_minutes`. */
  still_there: string;
  /** The moderator's notice, after `close_after_minutes`. */
  closed_for_silence: string;
  /** The host's notice at last call. */
  last_call: string;
  /** The host's goodbye, when the last message is answered. */
  closed_at_limit: string;
  /** The reply to a message into a closed visit: how to come back. */
  come_back: string;
}

interface RoomLook {
  /** `#rrggbb`. */
  color: string;
  /** Id of a file, or name of a built-in picture; null: none. */
  picture: string | null;
}

export interface Room {
  slug: string;
  name: string;
  description: string;
  /** Slugs of agents, in display order. The next three are among them. */
  cast: readonly string[];
  /** Answers every message that no other agent takes. */
  host: string;
  /** Answers messages that break the room's rules, and closes the visit; null: the host. */
  moderator: string | null;
  /** Answers when somebody may be in danger; null: the host. */
  crisis_agent: string | null;
  /** Markdown: each agent's topics, beside the room's description of its cast. */
  router_prompt: string;
  /** `provider/model`; null: the instance's fast model. */
  router_model: string | null;
  limits: RoomLimits;
  inactivity: Inactivity;
  host_memory: HostMemory;
  /** Minutes of silence of a muted agent. */
  mute_minutes: number;
  crisis: CrisisCare;
  /** Null: no weather is fetched. */
  weather: WeatherPlace | null;
  /** Null: always open. */
  opening_hours: OpeningHours | null;
  audience: Audience;
  /** Whether several people can share one visit. */
  is_shared: boolean;
  sayings: RoomSayings;
  look: RoomLook;
  /** Id of a person; null: the room belongs to everybody and the operator maintains it. */
  owner: string | null;
  /** Increments with each edit. */
  version: number;
}
