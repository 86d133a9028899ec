/** Budgets: limits of spending per day or month, by scope. */
import { z } from "zod";
import { type JsonOf, namedSchema, type SchemaInput } from "../schema.ts";

const KEY = /^[\w.@*-]{1,100}$/;

const BudgetParts = () =>
  z.object({
    scope: z.enum(["user", "agent", "instance"]),
    /** A user's id, an agent's slug, or `*` for each of them. */
    key: z.string().regex(KEY, "a user's id, an agent's slug, or * for each of them").default("*"),
    period: z.enum(["day", "month"]).default("day"),
    limit_usd: z.number().min(0).max(1_000_000),
  });

export const BudgetFields = () =>
  BudgetParts().refine(({ scope, key }) => scope !== "instance" || key === "*", {
    path: ["key"],
    message: "the instance has one budget a period: leave key out",
  });

export const BudgetShape = namedSchema("Budget", () => BudgetParts().extend({ id: z.string() }));

export const ShownBudgetShape = () =>
  BudgetShape().extend({
    /** Null for a budget that holds for each of them. */
    spent_usd: z.number().nullable(),
  });

export const OwnBudgetShape = namedSchema("OwnBudget", () =>
  z.object({ period: z.enum(["day", "month"]), limit_usd: z.number(), spent_usd: z.number() }),
);

export type Budget = JsonOf<typeof BudgetShape>;
export type BudgetFields = SchemaInput<typeof BudgetFields>;
export type ShownBudget = JsonOf<typeof ShownBudgetShape>;
export type OwnBudget = JsonOf<typeof OwnBudgetShape>;
