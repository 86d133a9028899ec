/** Costs of models: sums by group, and day by day. */
import { z } from "zod";
import { type JsonOf, listOf, type SchemaOutput } from "../schema.ts";

const PERIODS = ["today", "week", "month", "all"] as const;
const GROUPINGS = ["model", "agent", "user", "conversation", "day"] as const;

const period = () => z.enum(PERIODS).default("month");

export const CostFields = () => z.object({ period: period(), by: z.enum(GROUPINGS).default("model") });

const sound = () => ({
  /** Seconds of sound that were transcribed. */
  heard_seconds: z.number(),
  /** Characters of text that were read aloud. */
  spoken_characters: z.number(),
});

const uncertainties = () => ({
  unpriced_calls: z.number(),
  /** Calls whose usage is estimated: they died with the machine, or still run. */
  estimated_calls: z.number(),
  /** Calls whose cost the provider itself reported. */
  reported_calls: z.number(),
});

/** Spending on one model, agent, person, conversation or day (UTC). */
const CostGroupShape = () =>
  z.object({
    key: z.string(),
    calls: z.number(),
    input_tokens: z.number(),
    output_tokens: z.number(),
    cache_read_tokens: z.number(),
    cache_write_tokens: z.number(),
    /** US dollars, over the calls whose price is known. */
    cost_usd: z.number(),
    ...sound(),
    ...uncertainties(),
  });

export const CostsShape = () =>
  listOf(CostGroupShape()).extend({
    ...CostFields().shape,
    total_usd: z.number(),
    ...sound(),
    ...uncertainties(),
  });

export const DaysFields = () =>
  z.object({ period: period(), by: z.enum(["model", "agent", "user"]).default("model") });

/** Spending of one day on one model, agent or person. */
const DayPartShape = () =>
  z.object({
    /** Such as 2026-11-23, in UTC. */
    day: z.string(),
    key: z.string(),
    calls: z.number(),
    cost_usd: z.number(),
    unpriced_calls: z.number(),
  });

export const CostDaysShape = () => listOf(DayPartShape()).extend(DaysFields().shape);

export type Period = SchemaOutput<typeof CostFields>["period"];
export type Grouping = SchemaOutput<typeof CostFields>["by"];
export type DayGrouping = SchemaOutput<typeof DaysFields>["by"];
export type CostGroup = JsonOf<typeof CostGroupShape>;
export type Costs = JsonOf<typeof CostsShape>;
export type DayPart = JsonOf<typeof DayPartShape>;
export type CostDays = JsonOf<typeof CostDaysShape>;
