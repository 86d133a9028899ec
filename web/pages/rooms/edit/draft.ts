/** A room as a form's draft. Converts in both directions. */

import type { OpenSpan, Room } from "../../../../src/channels/web/wire.ts";
import { isWholeRoom, type RoomAgent, type RoomFields, type ShownRoom } from "../../../api/rooms.ts";
import { slugFor } from "../../../ui/slug.ts";
import { t } from "../../../words/t.ts";

/** An empty `moderator` or `crisis_agent` is the host. */
export interface Draft {
  slug: string;
  name: string;
  description: string;
  cast: string[];
  host: string;
  moderator: string;
  crisis_agent: string;
  router_prompt: string;
  /** Empty: this instance's fast model. */
  router_model: string;
  host_memory: Room["host_memory"];
  crisis_days: number;
  /** Where to find help; `default` holds for every other country. */
  help: { country: string; text: string }[];
  limits: Room["limits"];
  inactivity: Room["inactivity"];
  mute_minutes: number;
  hasWeather: boolean;
  weather: { name: string; latitude: number; longitude: number };
  /** Empty: always open. */
  spans: { days: OpenSpan["days"][number][]; from: string; to: string }[];
  time_zone: string;
  audience: "people" | "everyone" | "named";
  /** Ids of people, one per line. */
  named: string;
  is_shared: boolean;
  sayings: Room["sayings"];
  color: string;
  picture: string | null;
}

/** The server's defaults; a new room sends all of them. */
export const USUAL: Omit<Draft, "time_zone"> = {
  slug: "",
  name: "",
  description: "",
  cast: [],
  host: "",
  moderator: "",
  crisis_agent: "",
  router_prompt: "",
  router_model: "",
  host_memory: { visits: 4, first: 3, last: 10 },
  crisis_days: 7,
  help: [],
  limits: {
    message_chars: 500,
    reply_tokens: 200,
    messages: 30,
    last_call_before: 5,
    visits_per_day: 5,
    people: 6,
  },
  inactivity: { warn_after_minutes: 15, close_after_minutes: 20 },
  mute_minutes: 10,
  hasWeather: false,
  weather: { name: "", latitude: 0, longitude: 0 },
  spans: [],
  audience: "people",
  named: "",
  is_shared: false,
  sayings: {
    welcome: t("Come in. What brings you here?"),
    still_there: t("Are you still there? There is no hurry, but I do look after my tables."),
    closed_for_silence: t(
      "It has been quiet for a while, so I am closing your tab for now. Come back any time.",
    ),
    last_call: t("Last call: a few more words, then we close for today."),
    closed_at_limit: t("That was the last round for this visit. Thank you for coming."),
    come_back: t("This visit is over. Begin another one to come back in."),
  },
  color: "#7a5c3d",
  picture: null,
};

/** `zone`: that of the person who fills it in. */
export function draftOf(room: ShownRoom | null, zone: string): Draft {
  if (room === null || !isWholeRoom(room)) return structuredClone({ ...USUAL, time_zone: zone });
  const { slug, name, description, cast, host, router_prompt, limits, inactivity, mute_minutes } = room;
  const { weather, opening_hours, audience, is_shared, sayings, look, host_memory, crisis } = room;
  const isNamed = typeof audience !== "string";
  const draft: Draft = {
    ...{ slug, name, description, host, router_prompt, limits, inactivity, mute_minutes, is_shared, sayings },
    cast: [...cast],
    router_model: room.router_model ?? "",
    host_memory,
    crisis_days: crisis.days,
    help: Object.entries(crisis.resources).map(([country, text]) => ({ country, text })),
    moderator: room.moderator ?? "",
    crisis_agent: room.crisis_agent ?? "",
    hasWeather: weather !== null,
    weather: weather ?? USUAL.weather,
    spans: (opening_hours?.spans ?? []).map((span) => ({ ...span, days: [...span.days] })),
    time_zone: opening_hours?.time_zone ?? zone,
    audience: isNamed ? "named" : audience,
    named: isNamed ? audience.join("\n") : "",
    color: look.color,
    picture: look.picture,
  };
  return structuredClone(draft);
}

/** `isOperator`: only the operator decides who else may come in. */
export function fieldsOf(draft: Draft, isOperator: boolean): RoomFields {
  const { slug, name, description, cast, host, router_prompt, limits, inactivity, mute_minutes } = draft;
  return {
    ...{ slug: slug.trim() || slugFor(name), cast, host, limits, inactivity, mute_minutes },
    name: name.trim(),
    description: description.trim(),
    router_prompt: router_prompt.trim(),
    router_model: draft.router_model.trim() || null,
    host_memory: draft.host_memory,
    crisis: crisisOf(draft),
    moderator: draft.moderator || null,
    crisis_agent: draft.crisis_agent || null,
    weather: draft.hasWeather ? { ...draft.weather, name: draft.weather.name.trim() } : null,
    opening_hours: draft.spans.length > 0 ? { time_zone: draft.time_zone, spans: draft.spans } : null,
    is_shared: draft.is_shared,
    sayings: draft.sayings,
    look: { color: draft.color, picture: draft.picture },
    ...(isOperator && { audience: draft.audience === "named" ? idsIn(draft.named) : draft.audience }),
  };
}

/** An empty help list is left out; a new room then gets the house's own. */
function crisisOf({ crisis_days: days, help }: Draft): NonNullable<RoomFields["crisis"]> {
  const given = help.map(({ country, text }) => [countryIn(country), text.trim()]);
  return { days, ...(given.length > 0 && { resources: Object.fromEntries(given) }) } as Room["crisis"];
}

function countryIn(written: string): string {
  const country = written.trim();
  return country.toLowerCase() === "default" ? "default" : country.toUpperCase();
}

function idsIn(lines: string): string[] {
  return lines
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/**
 * A new agent is added at the end. A removed one returns its duties to the host; if the host is removed, the first
 * agent takes over.
 */
export function toggleCastMember(
  draft: Draft,
  slug: string,
): Pick<Draft, "cast" | "host" | "moderator" | "crisis_agent"> {
  const isIn = draft.cast.includes(slug);
  const cast = isIn ? draft.cast.filter((each) => each !== slug) : [...draft.cast, slug];
  const kept = (role: string) => (cast.includes(role) ? role : "");
  return {
    cast,
    host: kept(draft.host) || (cast[0] ?? ""),
    moderator: kept(draft.moderator),
    crisis_agent: kept(draft.crisis_agent),
  };
}

/** Agents to choose from: the person's, and the current cast. */
export function candidates(known: readonly RoomAgent[], inside: readonly RoomAgent[]): RoomAgent[] {
  return [...inside, ...known.filter(({ slug }) => !inside.some((each) => each.slug === slug))];
}
