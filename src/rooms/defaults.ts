/** Default fields of a room that sets only its name, its cast and its host. */
import type { Room } from "../domain/room.ts";
import { CARE } from "./care.ts";

export type RoomFields = Omit<Room, "slug" | "version">;

export const ROOM_DEFAULTS: Omit<RoomFields, "name" | "cast" | "host"> = {
  description: "",
  moderator: null,
  crisis_agent: null,
  router_prompt: "",
  router_model: null,
  limits: {
    message_chars: 500,
    reply_tokens: 200,
    messages: 30,
    last_call_before: 5,
    visits_per_day: 5,
    people: 6,
  },
  inactivity: { warn_after_minutes: 15, close_after_minutes: 20 },
  host_memory: { visits: 4, first: 3, last: 10 },
  mute_minutes: 10,
  crisis: { days: 7, resources: CARE },
  weather: null,
  opening_hours: null,
  audience: "people",
  is_shared: false,
  sayings: {
    welcome: "Come in. What brings you here?",
    still_there: "Are you still there? There is no hurry, but I do look after my tables.",
    closed_for_silence:
      "It has been quiet for a while, so I am closing your tab for now. Come back any time.",
    last_call: "Last call: a few more words, then we close for today.",
    closed_at_limit: "That was the last round for this visit. Thank you for coming.",
    come_back: "This visit is over. Begin another one to come back in.",
  },
  look: { color: "#7a5c3d", picture: null },
  owner: null,
};
