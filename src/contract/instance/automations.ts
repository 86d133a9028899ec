/** Automations, whatever starts them, in one form; and their runs. */
import { z } from "zod";
import { RECURRENCES } from "../../jobs/job.ts";
import { type JsonOf, listOf, namedSchema, time } from "../schema.ts";

export const AUTOMATION_KINDS = [
  "schedule",
  "heartbeat",
  "reminder",
  "hook",
  "webhook",
  "job",
  "backup",
] as const;

const RUN_STATES = ["waiting", "running", "succeeded", "failed", "stopped", "skipped"] as const;

const OccasionShape = () =>
  z.discriminatedUnion("type", [
    z.object({
      type: z.literal("timing"),
      /** The timing in plain English. */
      words: z.string(),
      cron: z.string().nullable(),
      every_minutes: z.number().nullable(),
      at: time().nullable(),
      time_zone: z.string(),
    }),
    z.object({ type: z.literal("once") }),
    z.object({ type: z.literal("recurrence"), each: z.enum(RECURRENCES) }),
    /** `request`: another service calls; `event`: something happens here; `outside`: a program starts it. */
    z.object({ type: z.literal("trigger"), by: z.enum(["request", "event", "outside"]) }),
  ]);

const spent = () => ({
  /** `provider/model` of each model that was called, as far as the ledger tells it. */
  models: z.array(z.string()),
  /** US dollars; null: unknown. */
  cost_usd: z.number().nullable(),
});

export const AutomationShape = namedSchema("Automation", () =>
  z.object({
    /** Unique among its kind. */
    id: z.string(),
    kind: z.enum(AUTOMATION_KINDS),
    name: z.string(),
    /** Slug; null: the default agent, or none works on it. */
    agent: z.string().nullable(),
    /** True for the caller's own; false for the instance's. */
    is_own: z.boolean(),
    is_on: z.boolean(),
    /** The reason why Nightjar turned it off. */
    off_reason: z.string().nullable(),
    occasion: OccasionShape(),
    next_at: time().nullable(),
    last: z.object({ at: time(), state: z.enum(RUN_STATES), reason: z.string().nullable() }).nullable(),
    /** Runs that are known; null: they are not counted. */
    runs: z.number().nullable(),
    ...spent(),
    /** Path of its page in the app. */
    page: z.string(),
  }),
);

export const AutomationsShape = () => listOf(AutomationShape());

export const AutomationRunShape = namedSchema("AutomationRun", () =>
  z.object({
    id: z.string(),
    at: time(),
    ended_at: time().nullable(),
    state: z.enum(RUN_STATES),
    reason: z.string().nullable(),
    conversation_id: z.string().nullable(),
    ...spent(),
  }),
);

export const AutomationRunsShape = () => listOf(AutomationRunShape());

export type Automation = JsonOf<typeof AutomationShape>;
export type AutomationRun = JsonOf<typeof AutomationRunShape>;
export type AutomationKind = Automation["kind"];
