/** A room: a place with a cast of agents, in which people are for the length of a visit. */
import type { ROOM_FIELDS } from "./fields/room.ts";
import type { Values } from "./fields/values.ts";

export type { OpeningHours, OpenSpan, WeatherPlace, Weekday } from "./fields/room.ts";

export type Room = {
  slug: string;
  /** Increments with each edit. */
  version: number;
} & Values<typeof ROOM_FIELDS>;
