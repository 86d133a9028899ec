/** Models, the accounts that call them, costs and budgets. */

import type { Models } from "../../providers/create-models.ts";
import type { BudgetGuard } from "../../storage/d1/ledger/budget-guard.ts";
import type { BudgetStore } from "../../storage/d1/ledger/budgets.ts";
import type { CostLedger } from "../../storage/d1/ledger/costs.ts";
import type { D1AccountStore } from "../../storage/d1/models/accounts.ts";
import { group } from "./group.ts";

export interface ModelServices {
  models: Models;
  /** Provider accounts: keys beyond the settings, and the state of all accounts. */
  accounts: D1AccountStore;
  /** Whether the operator or the catalog has named this model server. */
  isModelAddress(address: string): boolean;
  costs: CostLedger;
  budgets: BudgetStore;
  budgetGuard: BudgetGuard;
}

export const MODELS = group<ModelServices>()(
  "models",
  "accounts",
  "isModelAddress",
  "costs",
  "budgets",
  "budgetGuard",
);
