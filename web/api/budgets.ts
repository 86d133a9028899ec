/** Budgets: limits of spending per day or month, by scope. */
import type { Budget, BudgetFields, OwnBudget, ShownBudget } from "../../src/contract/instance/budgets.ts";
import { call, type Result } from "./http.ts";

export type { BudgetFields, OwnBudget, ShownBudget };

export function listBudgets(): Promise<Result<{ items: ShownBudget[] }>> {
  return call("GET", "/budgets");
}

export function listOwnBudgets(): Promise<Result<{ items: OwnBudget[] }>> {
  return call("GET", "/me/budgets");
}

/** Replaces the budget of that scope, key and period. */
export function setBudget({ key, ...budget }: BudgetFields): Promise<Result<Budget>> {
  return call("PUT", "/budgets", budget.scope === "instance" ? budget : { ...budget, key });
}

export function removeBudget(id: string): Promise<Result<unknown>> {
  return call("DELETE", `/budgets/${encodeURIComponent(id)}`);
}
