/** Costs of models: sums by group, and day by day. */
import { z } from "zod";
import { listOf, type SchemaOutput } from "../../../contract/schema.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";

const period = () => z.enum(["today", "week", "month", "all"]).default("month");
const CostQuery = () =>
  z.object({
    period: period(),
    by: z.enum(["model", "agent", "user", "conversation", "day"]).default("model"),
  });

const CostShape = () =>
  listOf(
    z.object({
      key: z.string(),
      calls: z.number(),
      input_tokens: z.number(),
      output_tokens: z.number(),
      cache_read_tokens: z.number(),
      cache_write_tokens: z.number(),
      cost_usd: z.number(),
      unpriced_calls: z.number(),
      estimated_calls: z.number(),
      reported_calls: z.number(),
    }),
  ).extend({
    ...CostQuery().shape,
    total_usd: z.number(),
    unpriced_calls: z.number(),
    estimated_calls: z.number(),
    reported_calls: z.number(),
  });
const DaysQuery = () =>
  z.object({ period: period(), by: z.enum(["model", "agent", "user"]).default("model") });
const DaysShape = () =>
  listOf(
    z.object({
      /** Such as 2026-11-23, in UTC. */
      day: z.string(),
      key: z.string(),
      calls: z.number(),
      cost_usd: z.number(),
      unpriced_calls: z.number(),
    }),
  ).extend(DaysQuery().shape);

export const costRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/cost",
    policy: { who: "person", scope: "read" },
    summary: "What models have cost.",
    query: CostQuery,
    answers: () => ({ 200: CostShape() }),
    handler: (context, { query }) => cost(context, query),
  }),
  defineRoute({
    method: "get",
    path: "/cost/days",
    policy: { who: "person", scope: "read" },
    summary: "What models have cost day by day, each day split by model, agent or user.",
    query: DaysQuery,
    answers: () => ({ 200: DaysShape() }),
    handler: (context, { query }) => days(context, query),
  }),
];

async function cost(context: ApiContext, { period, by }: SchemaOutput<typeof CostQuery>) {
  const principal = context.get("principal");
  const { costs, now } = servicesOf(context);
  const items = await costs.sum(principal.role === "admin" ? null : principal.owner, { period, by }, now());
  const total_usd = items.reduce((sum, item) => sum + item.cost_usd, 0);
  const unpriced_calls = items.reduce((sum, item) => sum + item.unpriced_calls, 0);
  const estimated_calls = items.reduce((sum, item) => sum + item.estimated_calls, 0);
  const reported_calls = items.reduce((sum, item) => sum + item.reported_calls, 0);
  const sums = { total_usd, unpriced_calls, estimated_calls, reported_calls };
  return reply(200, { period, by, ...sums, items, next_cursor: null });
}

async function days(context: ApiContext, query: SchemaOutput<typeof DaysQuery>) {
  const { costs, now } = servicesOf(context);
  const { role, owner } = context.get("principal");
  const items = await costs.days(role === "admin" ? null : owner, query, now());
  return reply(200, { ...query, items, next_cursor: null });
}
