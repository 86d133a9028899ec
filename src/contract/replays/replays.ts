/** Replay sets, their runs and results. */
import { z } from "zod";
import { MODES } from "../../domain/fields/mode.ts";
import { MARKS, RUN_STATUSES } from "../../replays/set.ts";
import { type ChangeTo, type JsonOf, namedSchema, type SchemaInput, time } from "../schema.ts";
import { ReplaySideShape } from "../turns.ts";

export const ReplaySetFields = () => z.strictObject({ name: z.string().trim().min(1).max(100) });

export const ReplaySetShape = namedSchema("ReplaySet", () =>
  z.object({ id: z.string(), name: z.string(), turns: z.number(), created_at: time() }),
);

const words = () => z.array(z.string().trim().min(1).max(500)).max(20).default([]);

export const ExpectationFields = () =>
  z.strictObject({
    /** Words that must be in the answer, in any case. */
    includes: words(),
    /** Words that must not be in it. */
    excludes: words(),
    /** Tools that must be called. */
    tools: words(),
    note: z.string().trim().max(2_000).default(""),
  });

export const SetTurnFields = () =>
  z
    .strictObject({
      conversation_id: z.string().max(100),
      turn_id: z.string().max(100).optional(),
      /** Its answer, in place of `turn_id`. */
      message_id: z.string().max(100).optional(),
      expectation: ExpectationFields().optional(),
    })
    .refine(({ turn_id, message_id }) => (turn_id === undefined) !== (message_id === undefined), {
      message: "Name the turn by turn_id, or its answer by message_id.",
    });

export const ExpectationChange = () => z.strictObject({ expectation: ExpectationFields() });

export const SetTurnShape = namedSchema("ReplaySetTurn", () =>
  z.object({
    id: z.string(),
    conversation_id: z.string(),
    turn_id: z.string(),
    question: z.string(),
    original: ReplaySideShape(),
    expectation: z.object({
      includes: z.array(z.string()),
      excludes: z.array(z.string()),
      tools: z.array(z.string()),
      note: z.string(),
    }),
    /** The set has a copy of its own, which is replayed when the conversation is deleted. */
    is_kept: z.boolean(),
    added_at: time(),
  }),
);

export const RunFields = () =>
  z.strictObject({
    /** Slug; absent: the agents that answered. */
    agent: z.string().min(1).max(200).optional(),
    /** A version of that agent; only for who may edit it. */
    version: z.number().int().min(1).optional(),
    /** In place of that agent's instructions; only for who may edit it. */
    instructions: z.string().min(1).max(100_000).optional(),
    /** `provider/model`. */
    model: z.string().min(1).max(200).optional(),
    mode: z.enum(MODES).optional(),
    /** Ends the run once its replays have cost so many US dollars. */
    limit_usd: z.number().min(0.01).max(10_000).optional(),
  });

const ChangeShape = () =>
  z.object({
    agent: z.string().optional(),
    version: z.number().optional(),
    instructions: z.string().optional(),
    model: z.string().optional(),
    mode: z.string().optional(),
  });

export const RunShape = namedSchema("ReplayRun", () =>
  z.object({
    id: z.string(),
    set_id: z.string(),
    change: ChangeShape(),
    limit_usd: z.number().nullable(),
    status: z.enum(RUN_STATUSES),
    reason: z.string().nullable(),
    total: z.number(),
    summary: z.object({
      done: z.number(),
      expected: z.number(),
      met: z.number(),
      better: z.number(),
      same: z.number(),
      worse: z.number(),
      cost_usd: z.number(),
      original_cost_usd: z.number(),
      /** Replays whose price is unknown: their cost is in none of the sums. */
      unpriced: z.number(),
    }),
    created_at: time(),
    ended_at: time().nullable(),
  }),
);

export const RunResultShape = namedSchema("ReplayResult", () =>
  z.object({
    /** Id of the turn in the set. */
    turn: z.string(),
    replay: ReplaySideShape().nullable(),
    reason: z.string().nullable(),
    checks: z.array(
      z.object({ kind: z.enum(["includes", "excludes", "tool"]), value: z.string(), is_met: z.boolean() }),
    ),
    mark: z.enum(MARKS).nullable(),
  }),
);

export const MarkFields = () => z.strictObject({ mark: z.enum(MARKS).nullable() });

export type ReplaySet = JsonOf<typeof ReplaySetShape>;
export type SetTurn = JsonOf<typeof SetTurnShape>;
export type SetTurnFields = SchemaInput<typeof SetTurnFields>;
export type ExpectationFields = SchemaInput<typeof ExpectationFields>;
export type ReplayRun = JsonOf<typeof RunShape>;
export type RunFields = ChangeTo<SchemaInput<typeof RunFields>>;
export type RunResult = JsonOf<typeof RunResultShape>;
