/** Budgets: how much may be spent in a day or a month, by whom. */
import { z } from "zod";
import {
  BudgetFields,
  BudgetShape,
  OwnBudgetShape,
  ShownBudgetShape,
} from "../../../contract/instance/budgets.ts";
import { listOf } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import type { Budget } from "../../../observability/budgets.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";

const OPERATOR_ONLY = { who: "admin", scope: "admin" } as const;

export const budgetRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/budgets",
    policy: OPERATOR_ONLY,
    summary: "Budgets, and what is spent of those of one user, one agent or the instance.",
    answers: () => ({ 200: listOf(ShownBudgetShape()) }),
    handler: list,
  }),
  defineRoute({
    method: "get",
    path: "/me/budgets",
    policy: { who: "person", scope: "read" },
    summary: "What one may spend, and has spent, of the budgets of persons.",
    answers: () => ({ 200: listOf(OwnBudgetShape()) }),
    handler: own,
  }),
  defineRoute({
    method: "put",
    path: "/budgets",
    policy: OPERATOR_ONLY,
    summary:
      "Sets the budget of a scope (user, agent, instance), key and period (day, month), in US dollars.",
    body: BudgetFields,
    answers: () => ({ 200: BudgetShape() }),
    handler: (context, { body }) => put(context, body),
  }),
  defineRoute({
    method: "delete",
    path: "/budgets/:id",
    policy: OPERATOR_ONLY,
    summary: "Removes a budget, by the id that the list gives.",
    params: () => z.object({ id: z.string().max(200) }),
    answers: () => ({ 204: "empty" }),
    handler: (context, { params: { id } }) => remove(context, id),
  }),
];

async function list(context: ApiContext) {
  const { budgets, now } = servicesOf(context);
  const all = await budgets.list();
  const items = await Promise.all(
    all.map(async (budget) => ({
      ...shown(budget),
      // A budget that holds for each of them has no single spending to show.
      spent_usd: isShared(budget) ? null : await budgets.spent(budget, payerOf(budget), now()),
    })),
  );
  return reply(200, { items, next_cursor: null });
}

async function own(context: ApiContext) {
  const { budgets, now } = servicesOf(context);
  const all = (await budgets.list()).filter(({ scope }) => scope === "user");
  const lines = await budgets.lines(all, { owner: context.get("principal").owner, agent: "" }, now());
  const items = lines.map(({ period, limit_usd, spent_usd }) => ({ period, limit_usd, spent_usd }));
  return reply(200, { items, next_cursor: null });
}

async function put(context: ApiContext, budget: Budget) {
  const { budgets, budgetGuard, now } = servicesOf(context);
  await budgets.put(budget, now());
  budgetGuard.forget();
  return reply(200, shown(budget));
}

async function remove(context: ApiContext, id: string): Promise<Response> {
  const { budgets, budgetGuard } = servicesOf(context);
  const budget = (await budgets.list()).find((candidate) => idOf(candidate) === id);
  if (!budget)
    throw new AppError("resource_not_found", `There is no budget "${id}". GET /api/v1/budgets lists them.`);
  await budgets.remove(budget);
  budgetGuard.forget();
  return context.body(null, 204);
}

function shown(budget: Budget) {
  return { id: idOf(budget), ...budget };
}

function idOf({ scope, key, period }: Budget): string {
  return `${scope}:${key}:${period}`;
}

function isShared({ scope, key }: Budget): boolean {
  return scope !== "instance" && key === "*";
}

function payerOf({ scope, key }: Budget) {
  return { owner: scope === "user" ? key : "", agent: scope === "agent" ? key : "" };
}
