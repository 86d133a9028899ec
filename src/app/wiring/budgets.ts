/** Costs and budgets of this Worker: stored in D1, with budgets checked from memory. */
import type { BudgetPort } from "../../../durable-objects/conversation/ledger/ports.ts";
import type { Log } from "../../observability/log-port.ts";
import type { Models } from "../../providers/create-models.ts";
import type { Database } from "../../storage/d1/database.ts";
import { BudgetGuard } from "../../storage/d1/ledger/budget-guard.ts";
import { BudgetStore } from "../../storage/d1/ledger/budgets.ts";
import { CostLedger } from "../../storage/d1/ledger/costs.ts";

interface WiredBudgets {
  costs: CostLedger;
  budgets: BudgetStore;
  budgetGuard: BudgetGuard;
}

export function wireBudgets(db: Database, now: () => number, log: Log): WiredBudgets {
  const budgets = new BudgetStore(db);
  const onFailure = (problem: unknown) => log.warn("budgets_not_read", { problem: String(problem) });
  return {
    costs: new CostLedger(db),
    budgets,
    budgetGuard: new BudgetGuard({ store: budgets, now, onFailure }),
  };
}

/** Estimates the highest cost of a call by its model's price. */
export function budgetPort(guard: BudgetGuard, models: Pick<Models, "mostCost">): BudgetPort {
  return {
    ready: (payer) => guard.ready(payer),
    note: (spend) => guard.note(spend),
    refusal: (payer, { model, prompt_tokens, output_tokens, reasoning, isFirst }) =>
      guard.refusal(payer, {
        isFirst,
        estimate() {
          const wish = { max_output_tokens: output_tokens, ...(reasoning !== undefined && { reasoning }) };
          return { model, cost_usd: models.mostCost(model, { prompt_tokens: prompt_tokens(), ...wish }) };
        },
      }),
  };
}
