/** A room: a place with a cast of agents, in which people are for the length of a visit. */
import type { Audience } from "./agent.ts";

export interface RoomLimits {
  /** Of one message of a visitor, in characters. */
  message_chars: number;
  /** Of one reply: it ends with its last whole sentence. */
  reply_tokens: number;
  /** Of visitors, in one visit. */
  messages: number;
  /** Last call comes when no more than so many messages are left. */
  last_call_before: number;
  /** Of one person, in a day of UTC. */
  visits_per_day: number;
  /** In one visit at once, where the room is open to several. */
  people: number;
}

/** Of silence in a visit. */
export interface Inactivity {
  warn_after_minutes: number;
  /** More than `warn_after_minutes`. */
  close_after_minutes: number;
}

/** What the host remembers of a person: their last visits, and of each the first and the last messages. */
export interface HostMemory {
  visits: number;
  first: number;
  last: number;
}

export interface CrisisCare {
  /** How long the tone of a room stays softer for somebody after it. */
  days: number;
  /** Where help is found, by ISO 3166-1 alpha-2 codes in capitals; `default` stands for every other country. */
  resources: Readonly<Record<string, string>>;
}

export interface WeatherPlace {
  name: string;
  latitude: number;
  longitude: number;
}

export type Weekday = "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";

/** Open on those days from one time to another, `HH:MM`; an end that is not after the beginning is on the next day. */
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

/** What is said without a model being asked. */
export interface RoomSayings {
  /** The host's, when it opens. */
  welcome: string;
  /** The host's, after `warn_after_minutes`. */
  still_there: string;
  /** The moderator's, after `close_after_minutes`. */
  closed_for_silence: string;
  /** The host's, at last call. */
  last_call: string;
  /** The host's, when the last message is answered. */
  closed_at_limit: string;
  /** To whoever writes into a closed visit: how to come back. */
  come_back: string;
}

export interface RoomLook {
  /** `#rrggbb`. */
  color: string;
  /** Id of a file, or the name of a picture that comes with the house; null: none. */
  picture: string | null;
}

export interface Room {
  slug: string;
  name: string;
  description: string;
  /** Slugs of agents, in the order in which they are shown. The next three are among them. */
  cast: readonly string[];
  /** Answers whatever nobody else does. */
  host: string;
  /** Answers what breaks the rules of the room, and closes it; null: the host. */
  moderator: string | null;
  /** Answers where somebody may be in danger; null: the host. */
  crisis_agent: string | null;
  /** Markdown: who is for what, beside what the room says of its cast. */
  router_prompt: string;
  /** `provider/model`; null: the instance's fast one. */
  router_model: string | null;
  limits: RoomLimits;
  inactivity: Inactivity;
  host_memory: HostMemory;
  /** For how long an agent that was muted is silent. */
  mute_minutes: number;
  crisis: CrisisCare;
  /** Null: nobody asks for it. */
  weather: WeatherPlace | null;
  /** Null: always open. */
  opening_hours: OpeningHours | null;
  audience: Audience;
  /** Whether several people can be in one visit. */
  is_shared: boolean;
  sayings: RoomSayings;
  look: RoomLook;
  /** Id of a person; null: it is everybody's, and the operator keeps it. */
  owner: string | null;
  /** Grows with each edit. */
  version: number;
}
