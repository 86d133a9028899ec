/** Costs of models: sums by group, and day by day. */
import { CostDaysShape, CostFields, CostsShape, DaysFields } from "../../../contract/instance/costs.ts";
import type { SchemaOutput } from "../../../contract/schema.ts";
import type { CostGroup } from "../../../storage/d1/ledger/costs.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";

export const costRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/cost",
    policy: { who: "person", scope: "read" },
    summary: "What models have cost.",
    query: CostFields,
    answers: () => ({ 200: CostsShape() }),
    handler: (context, { query }) => cost(context, query),
  }),
  defineRoute({
    method: "get",
    path: "/cost/days",
    policy: { who: "person", scope: "read" },
    summary: "What models have cost day by day, each day split by model, agent or user.",
    query: DaysFields,
    answers: () => ({ 200: CostDaysShape() }),
    handler: (context, { query }) => days(context, query),
  }),
];

async function cost(context: ApiContext, { period, by }: SchemaOutput<typeof CostFields>) {
  const principal = context.get("principal");
  const { costs, now } = servicesOf(context);
  const items = await costs.sum(principal.role === "admin" ? null : principal.owner, { period, by }, now());
  const total = (of: keyof Omit<CostGroup, "key">) => items.reduce((sum, item) => sum + item[of], 0);
  const sums = {
    total_usd: total("cost_usd"),
    heard_seconds: total("heard_seconds"),
    spoken_characters: total("spoken_characters"),
    unpriced_calls: total("unpriced_calls"),
    estimated_calls: total("estimated_calls"),
    reported_calls: total("reported_calls"),
  };
  return reply(200, { period, by, ...sums, items, next_cursor: null });
}

async function days(context: ApiContext, query: SchemaOutput<typeof DaysFields>) {
  const { costs, now } = servicesOf(context);
  const { role, owner } = context.get("principal");
  const items = await costs.days(role === "admin" ? null : owner, query, now());
  return reply(200, { ...query, items, next_cursor: null });
}
