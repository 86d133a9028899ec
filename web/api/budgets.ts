/** Budgets: limits of spending per day or month, by scope. */
import { call, type Result } from "./http.ts";

export interface Budget {
  scope: "user" | "agent" | "instance";
  /** A person's id, an agent's slug, or `*` for each of them. */
  key: string;
  period: "day" | "month";
  limit_usd: number;
}

export interface ShownBudget extends Budget {
  id: string;
  /** Null for a budget that holds for each of them. */
  spent_usd: number | null;
}

export type OwnBudget = Pick<Budget, "period" | "limit_usd"> & { spent_usd: number };

export function listBudgets(): Promise<Result<{ items: ShownBudget[] }>> {
  return call("GET", "/budgets");
}

export function listOwnBudgets(): Promise<Result<{ items: OwnBudget[] }>> {
  return call("GET", "/me/budgets");
}

/** Replaces the budget of that scope, key and period. */
export function setBudget({ key, ...budget }: Budget): Promise<Result<unknown>> {
  return call("PUT", "/budgets", budget.scope === "instance" ? budget : { ...budget, key });
}

export function removeBudget(id: string): Promise<Result<unknown>> {
  return call("DELETE", `/budgets/${encodeURIComponent(id)}`);
}
