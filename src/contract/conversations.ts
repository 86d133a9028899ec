/** Conversations, as the API answers them. */
import { z } from "zod";
import { REQUEST_PARTS } from "../domain/conversation/request-size.ts";
import { type JsonOf, namedSchema, time } from "./schema.ts";

/** A conversation as lists show it, from the index. */
export const ConversationShape = namedSchema("Conversation", () =>
  z.object({
    id: z.string(),
    owner: z.string(),
    title: z.string(),
    agent: z.string().nullable(),
    room: z.string().nullable(),
    model: z.string().nullable(),
    mode: z.string().nullable(),
    pinned: z.boolean(),
    archived: z.boolean(),
    tags: z.array(z.string()),
    /** The owner's folder; empty for none. */
    folder: z.string(),
    state: z.string(),
    message_count: z.number(),
    cost_usd: z.number(),
    created_at: time(),
    updated_at: time(),
    /** In lists: something was said there that the caller has not read. */
    unread: z.boolean().optional(),
  }),
);

export const LiveTurnShape = namedSchema("LiveTurn", () =>
  z.object({
    turn_id: z.string(),
    state: z.string(),
    agent: z.string(),
    model: z.string(),
    step: z.number(),
    /** Names of the tools that run now. */
    tools: z.array(z.string()),
    since: time(),
  }),
);

const SummaryShape = namedSchema("Summary", () =>
  z.object({
    upto: z.string(),
    messages: z.number(),
    tokens_before: z.number(),
    tokens_after: z.number(),
    summary: z.string(),
  }),
);

const WeatherShape = namedSchema("Weather", () =>
  z.object({ place: z.string(), sky: z.string(), temperature_c: z.number(), is_day: z.boolean() }),
);

/** State of a visit to a room. */
export const VisitShape = namedSchema("Visit", () =>
  z.object({
    room: z.string(),
    host: z.string(),
    session_status: z.enum(["active", "warning_15min", "kicked", "ended"]),
    started_at: time(),
    ended_at: time().nullable(),
    message_count: z.number(),
    message_limit: z.number(),
    is_last_call: z.boolean(),
    agents_available: z.array(z.string()),
    agents_muted: z.array(z.string()),
    /** Ids of people who left before the others: for them the visit is over. */
    left: z.array(z.string()),
    muted_until: z.record(z.string(), time()),
    warns_at: time().nullable(),
    closes_at: time().nullable(),
    weather: WeatherShape().nullable(),
  }),
);

/** State as the object reports it. */
export const StateShape = namedSchema("ConversationState", () =>
  z.object({
    seq: z.number(),
    head: z.string().nullable(),
    owner: z.string(),
    rights: z.array(z.enum(["read", "say", "decide", "manage"])),
    members: z.number(),
    turn: LiveTurnShape().extend({ id: z.string() }).nullable(),
    title: z.string(),
    agent: z.string().nullable(),
    model: z.string().nullable(),
    mode: z.string().nullable(),
    message_count: z.number(),
    cost_usd: z.number(),
    parent: z.string().nullable(),
    children: z.number(),
    summaries: z.array(SummaryShape()),
    visit: VisitShape().nullable(),
    /** Deletion of a temporary chat, which each message moves; null: it is kept. */
    expires_at: time().nullable(),
    wakes: z.object({ at: time(), waker: z.string().nullable() }).nullable(),
  }),
);

/** State as the object reports it, with the index's fields once it has an entry. */
export const ConversationViewShape = namedSchema("ConversationView", () =>
  StateShape().extend({
    id: z.string(),
    ...ConversationShape()
      .partial()
      .omit({ owner: true, title: true, agent: true, model: true, mode: true, id: true }).shape,
    message_count: z.number(),
    cost_usd: z.number(),
  }),
);

export const CompactedShape = namedSchema("Compacted", () =>
  SummaryShape().extend({
    by: z.string(),
    compacted: z.boolean().optional(),
    undone: z.boolean().optional(),
  }),
);

export const ContextShape = namedSchema("ConversationContext", () =>
  z.object({
    /** The last request that was sent on the branch that is shown; null: none was measured yet. */
    request: z
      .object({
        turn_id: z.string(),
        model: z.string(),
        at: time(),
        /** Tokens that the model can read. */
        window: z.number(),
        /** Tokens at which the older part is summarised by itself. */
        compact_at_tokens: z.number(),
        tokens: z.number(),
        /** The provider counted `tokens`; otherwise they are estimated. */
        is_counted: z.boolean(),
        /** Estimates, in the order of the request. */
        parts: z.array(z.object({ part: z.enum(REQUEST_PARTS), tokens: z.number() })),
      })
      .nullable(),
    /** The summary that was made since; null: none. */
    compacted: z
      .object({ messages: z.number(), tokens_before: z.number(), tokens_after: z.number() })
      .nullable(),
  }),
);

export const FollowUpsShape = namedSchema("FollowUps", () =>
  z.object({
    /** Suggestions, at most three, each a single line. */
    items: z.array(z.string()),
  }),
);

export type FollowUps = JsonOf<typeof FollowUpsShape>;
export type ConversationContext = JsonOf<typeof ContextShape>;
export type Summary = JsonOf<typeof SummaryShape>;
export type ConversationSummary = JsonOf<typeof ConversationShape>;
export type ConversationView = JsonOf<typeof ConversationViewShape>;
export type Compaction = JsonOf<typeof CompactedShape>;
