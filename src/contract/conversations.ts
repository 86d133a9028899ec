/** Conversations, their turns and deliveries, as the API answers them. */
import { z } from "zod";
import { UsageShape } from "./messages.ts";
import { namedSchema, time } from "./schema.ts";

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

export const DeliveryShape = namedSchema("Delivery", () =>
  z.object({
    id: z.string(),
    turn_id: z.string().nullable(),
    message_id: z.string(),
    kind: z.string(),
    status: z.enum(["pending", "sent", "failed"]),
    channel: z.string(),
    thread: z.string().nullable(),
    chunks: z.number(),
    sent: z.number(),
    platform_ids: z.array(z.string().nullable()),
    reason: z.string().nullable(),
    next_try_at: time().nullable(),
    created_at: time(),
    settled_at: time().nullable(),
  }),
);

export const TurnShape = namedSchema("Turn", () =>
  z.object({
    id: z.string(),
    /** `absorbed`: the answer of the turn that was running covers it. */
    status: z.enum(["queued", "running", "parked", "completed", "halted", "failed", "absorbed"]),
    agent: z.string().nullable(),
    model: z.string().nullable(),
    channel: z.string(),
    trigger_message_id: z.string(),
    message_id: z.string(),
    created_at: time(),
    started_at: time().nullable(),
    ended_at: time().nullable(),
    queued_ms: z.number().nullable(),
    duration_ms: z.number().nullable(),
    steps: z.number(),
    usage: UsageShape(),
    cost_usd: z.number().nullable(),
    recoveries: z.number(),
    reason: z.string().nullable(),
    is_lasting: z.boolean(),
  }),
);

const StepShape = namedSchema("Step", () =>
  z.object({
    step: z.number(),
    at: time().nullable(),
    first_token_ms: z.number().nullable(),
    duration_ms: z.number().nullable(),
    restarts: z.number(),
    model: z.string(),
    finish: z.string(),
    usage: UsageShape(),
    cost_usd: z.number().nullable(),
    /** The provider's own figure; absent if it was computed from tokens and prices. */
    cost_by: z.enum(["provider"]).optional(),
    /** The provider never reported its usage. */
    estimated: z.literal(true).optional(),
    tools: z.array(
      z.object({
        call_id: z.string(),
        name: z.string(),
        outcome: z.enum(["ok", "error", "denied", "waiting", "unfinished"]),
        duration_ms: z.number().nullable(),
        characters: z.number(),
      }),
    ),
  }),
);

export const TurnTraceShape = namedSchema("TurnTrace", () =>
  TurnShape().extend({
    steps: z.array(StepShape()),
    recalled: z.number(),
    notices: z.array(z.string()),
    deliveries: z.array(DeliveryShape()),
  }),
);
