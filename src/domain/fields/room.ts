/** Settings of a room. A new one is an entry here, its use, and two translations. */
import type { Audience } from "./agent.ts";
import { COLOR, MODEL, PERSON, SLUG } from "./codes.ts";
import { count, type FieldTable, msg } from "./field.ts";

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

export interface WeatherPlace {
  name: string;
  latitude: number;
  longitude: number;
}

const LIMITS = {
  /** Messages of visitors in one visit. */
  messages: { ...count(1, 1_000, 30), label: msg("Messages of a visit"), group: "limits" },
  /** Last call comes when this many messages or fewer are left. */
  last_call_before: {
    ...count(0, 999, 5),
    label: msg("Last call, in messages before the end"),
    group: "limits",
  },
  /** Characters in one message of a visitor. */
  message_chars: { ...count(20, 20_000, 500), label: msg("Characters of a message"), group: "limits" },
  /** Tokens in one reply; a longer reply ends with its last whole sentence. */
  reply_tokens: { ...count(64, 8_192, 200), label: msg("Tokens per reply"), group: "limits" },
  /** Visits of one person in a UTC day. */
  visits_per_day: { ...count(1, 1_000, 5), label: msg("Visits per person per day"), group: "limits" },
  /** People in one visit at the same time, when the room is shared. */
  people: { ...count(1, 50, 6), label: msg("People at once"), group: "shared" },
} as const satisfies FieldTable;

/** Handling of silence in a visit. */
const INACTIVITY = {
  warn_after_minutes: { ...count(1, 1_440, 15), label: msg("Host, when it's quiet for"), group: "silence" },
  /** Greater than `warn_after_minutes`. */
  close_after_minutes: { ...count(2, 2_880, 20), label: msg("Visits close after"), group: "silence" },
} as const satisfies FieldTable;

/** The host's memory of a person: a number of past visits, and of each a number of first and last messages. */
const HOST_MEMORY = {
  visits: { ...count(0, 20, 4), label: msg("Earlier visits"), group: "memory" },
  first: { ...count(0, 20, 3), label: msg("First messages"), group: "memory" },
  last: { ...count(1, 50, 10), label: msg("Last messages"), group: "memory" },
} as const satisfies FieldTable;

const CRISIS = {
  /** Days after a crisis during which the room's tone stays softer for the person. */
  days: { ...count(0, 90, 7), label: msg("Days of gentler treatment"), group: "crisis" },
  /** Help lines by ISO 3166-1 alpha-2 code in capitals; `default` covers every other country. */
  resources: {
    kind: "own",
    default: {} as Readonly<Record<string, string>>,
    label: msg("Where to find help"),
  },
} as const satisfies FieldTable;

const saying = <const Label, const Default>(label: Label, text: Default) =>
  ({
    kind: "text",
    least: 1,
    most: 1_000,
    lines: 2,
    wide: true,
    group: "sayings",
    label,
    default: text,
  }) as const;

/** Fixed texts that are sent without a model call. */
const SAYINGS = {
  /** The host's greeting, when the visit opens. */
  welcome: saying(msg("Host, at the door"), msg("Come in. What brings you here?")),
  /** The host's question, after `warn_after_minutes`. */
  still_there: saying(
    msg("Host, when it's been quiet"),
    msg("Are you still there? There is no hurry, but I do look after my tables."),
  ),
  /** The moderator's notice, after `close_after_minutes`. */
  closed_for_silence: saying(
    msg("Moderator, when it's been quiet too long"),
    msg("It has been quiet for a while, so I am closing your tab for now. Come back any time."),
  ),
  /** The host's notice at last call. */
  last_call: saying(msg("Host, at last call"), msg("Last call: a few more words, then we close for today.")),
  /** The host's goodbye, when the last message is answered. */
  closed_at_limit: saying(
    msg("Host, after the last message"),
    msg("That was the last round for this visit. Thank you for coming."),
  ),
  /** The reply to a message into a closed visit: how to come back. */
  come_back: saying(
    msg("For anyone writing to an ended visit"),
    msg("This visit has ended. Start a new one to come back in."),
  ),
} as const satisfies FieldTable;

const LOOK = {
  color: { ...COLOR, default: "#7a5c3d", label: msg("Colour") },
  /** Id of a file, or name of a built-in picture; null: none. */
  picture: {
    kind: "code",
    default: null,
    must: {
      is: /^(fil_[0-9a-z]{6,64}|[a-z0-9-]{1,40})$/,
      otherwise: "a picture is the id of an uploaded image",
    },
    label: msg("Picture"),
  },
} as const satisfies FieldTable;

export const ROOM_FIELDS = {
  name: {
    kind: "text",
    isName: true,
    least: 1,
    most: 100,
    label: msg("Name"),
    placeholder: msg("The Reading Room"),
    group: "name",
  },
  description: {
    kind: "text",
    most: 1_000,
    default: "",
    lines: 3,
    wide: true,
    label: msg("Description"),
    placeholder: msg("What it's like and who is there."),
    group: "place",
  },
  /** Slugs of agents, in display order. The next three are among them. */
  cast: { kind: "own", required: true, default: [] as readonly string[], label: msg("Who is there") },
  /** Answers every message that no other agent takes. */
  host: { ...SLUG, label: msg("Host") },
  /** Answers messages that break the room's rules, and closes the visit; null: the host. */
  moderator: { ...SLUG, default: null, label: msg("Moderator") },
  /** Answers when somebody may be in danger; null: the host. */
  crisis_agent: { ...SLUG, default: null, label: msg("In a crisis") },
  /** Markdown: each agent's topics, beside the room's description of its cast. */
  router_prompt: {
    kind: "text",
    most: 10_000,
    default: "",
    lines: 4,
    wide: true,
    label: msg("Routing"),
    note: msg("For the router, in Markdown: one line per cast member. Their roles are enough."),
    group: "cast",
  },
  /** Null: the instance's fast model. */
  router_model: {
    ...MODEL,
    default: null,
    label: msg("The router's model"),
    note: msg("Chooses who answers each message. Pick a fast model."),
    placeholder: msg("this Nightjar's fast model"),
    group: "cast",
  },
  limits: { kind: "group", fields: LIMITS, label: msg("Limits") },
  inactivity: { kind: "group", fields: INACTIVITY, label: msg("Silence") },
  host_memory: { kind: "group", fields: HOST_MEMORY, label: msg("What the host remembers") },
  /** Minutes of silence of a muted agent. */
  mute_minutes: {
    ...count(1, 1_440, 10),
    label: msg("A muted agent stays silent for"),
    group: "silence",
  },
  crisis: { kind: "group", fields: CRISIS, label: msg("When someone is in danger") },
  /** Null: no weather is fetched. */
  weather: { kind: "own", default: null as WeatherPlace | null, label: msg("Weather") },
  /** Null: always open. */
  opening_hours: { kind: "own", default: null as OpeningHours | null, label: msg("Opening hours") },
  audience: { kind: "own", default: "people" as Audience, label: msg("Who can come in") },
  /** Whether several people can share one visit. */
  is_shared: {
    kind: "flag",
    default: false,
    wide: true,
    label: msg("One shared visit: newcomers join whoever is there"),
    group: "access",
  },
  sayings: { kind: "group", fields: SAYINGS, label: msg("Message") },
  look: { kind: "group", fields: LOOK, label: msg("Picture") },
  /** Id of a person; null: the room belongs to everybody and the operator maintains it. */
  owner: { ...PERSON, label: msg("Owner") },
} as const satisfies FieldTable;
