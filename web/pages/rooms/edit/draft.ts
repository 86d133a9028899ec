/** A room as a form's draft. */
import type { OpenSpan } from "../../../../src/channels/web/wire.ts";
import { type OpeningHours, ROOM_FIELDS, type WeatherPlace } from "../../../../src/domain/fields/room.ts";
import { isWholeRoom, type NewRoom, type RoomAgent, type ShownRoom } from "../../../api/rooms.ts";
import { slugFor } from "../../../ui/slug.ts";
import { AUDIENCE } from "../../editor/audience.ts";
import { type Conversion, type DraftOf, draftOf, newValues, valuesOf } from "../../editor/draft.ts";

const CAST: Conversion<readonly string[], string[]> = {
  draftOf: (cast) => [...cast],
  valueOf: (cast) => cast,
};

/** Help lines by country; `default` holds for every other country. */
interface HelpRow {
  country: string;
  text: string;
}

/** An empty help list is left out; a new room then gets the house's own. */
const HELP: Conversion<Readonly<Record<string, string>>, HelpRow[]> = {
  draftOf: (resources) => Object.entries(resources).map(([country, text]) => ({ country, text })),
  valueOf: (rows) =>
    rows.length === 0
      ? undefined
      : Object.fromEntries(rows.map(({ country, text }) => [countryIn(country), text.trim()])),
};

const WEATHER: Conversion<WeatherPlace | null, WeatherPlace & { isSet: boolean }> = {
  draftOf: (place) => ({ isSet: place !== null, ...(place ?? { name: "", latitude: 0, longitude: 0 }) }),
  valueOf: ({ isSet, name, ...where }) => (isSet ? { name: name.trim(), ...where } : null),
};

interface HoursDraft {
  time_zone: string;
  /** Empty: always open. */
  spans: { days: OpenSpan["days"][number][]; from: string; to: string }[];
}

/** `zone` is that of the person who fills it in. */
const hoursIn = (zone: string): Conversion<OpeningHours | null, HoursDraft> => ({
  draftOf: (hours) => ({
    time_zone: hours?.time_zone ?? zone,
    spans: (hours?.spans ?? []).map((span) => ({ ...span, days: [...span.days] })),
  }),
  valueOf: (hours) => (hours.spans.length > 0 ? hours : null),
});

const own = (zone: string) => ({
  cast: CAST,
  crisis: { resources: HELP },
  weather: WEATHER,
  opening_hours: hoursIn(zone),
  audience: AUDIENCE,
});

/** An empty `moderator` or `crisis_agent` is the host. */
export type Draft = { slug: string } & DraftOf<typeof ROOM_FIELDS, ReturnType<typeof own>>;

/** `zone`: that of the person who fills it in. */
export function draftOfRoom(room: ShownRoom | null, zone: string): Draft {
  const { slug, ...values } =
    room !== null && isWholeRoom(room) ? room : { slug: "", ...newValues(ROOM_FIELDS) };
  return { slug, ...draftOf(ROOM_FIELDS, values, own(zone)) };
}

/** `isOperator`: only the operator decides who else may come in. */
export function fieldsOf(draft: Draft, isOperator: boolean): NewRoom {
  const {
    owner: _owner,
    audience,
    ...fields
  } = valuesOf(ROOM_FIELDS, draft, own(draft.opening_hours.time_zone));
  return { slug: draft.slug.trim() || slugFor(fields.name), ...fields, ...(isOperator && { audience }) };
}

function countryIn(written: string): string {
  const country = written.trim();
  return country.toLowerCase() === "default" ? "default" : country.toUpperCase();
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

/** The chosen ones, in the room's order. */
export function castOf({ cast }: Draft, offered: readonly RoomAgent[]): Pick<RoomAgent, "slug" | "name">[] {
  return cast.map((slug) => offered.find((agent) => agent.slug === slug) ?? { slug, name: slug });
}
