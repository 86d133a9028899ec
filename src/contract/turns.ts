/** Turns and deliveries, as the API answers them. */
import { z } from "zod";
import { UsageShape } from "./messages.ts";
import { type JsonOf, namedSchema, time } from "./schema.ts";

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

export const StepShape = namedSchema("Step", () =>
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
export type TurnTrace = JsonOf<typeof TurnTraceShape>;
export type Turn = JsonOf<typeof TurnShape>;
export type StepTrace = JsonOf<typeof StepShape>;

export const ReplaySideShape = namedSchema("ReplaySide", () =>
  z.object({
    agent: z.string(),
    model: z.string(),
    status: z.enum(["completed", "halted", "failed"]),
    reason: z.string().nullable(),
    text: z.string(),
    calls: z.array(
      z.object({
        name: z.string(),
        /** JSON. */
        input: z.string(),
        result: z.string(),
        /** `new`: the original did not make it, and it was not run. */
        state: z.enum(["made", "answered", "new"]),
      }),
    ),
    steps: z.number(),
    usage: UsageShape(),
    cost_usd: z.number().nullable(),
    duration_ms: z.number().nullable(),
  }),
);

export const ReplayShape = namedSchema("Replay", () =>
  z.object({
    turn_id: z.string(),
    question: z.string(),
    original: ReplaySideShape(),
    replay: ReplaySideShape(),
  }),
);
export type Replay = JsonOf<typeof ReplayShape>;

export const ReplayFields = () =>
  z.strictObject({
    /** `provider/model`; absent: that of the original, or of the named agent. */
    model: z.string().min(1).max(200).optional(),
    /** Slug, a draft's too; absent: the agent that answered. */
    agent: z.string().min(1).max(200).optional(),
  });
