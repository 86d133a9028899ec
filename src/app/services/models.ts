/** Models, the accounts that call them, costs and budgets. */

import type { GuardedFetch } from "../../agent/ports/fetch.ts";
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
  /** Screens the address of a model server: refused unless it is public, confirmed, or named by operator or catalog. */
  screenModelAddress: GuardedFetch["screen"];
  costs: CostLedger;
  budgets: BudgetStore;
  budgetGuard: BudgetGuard;
}

export const MODELS = group<ModelServices>()(
  "models",
  "accounts",
  "screenModelAddress",
  "costs",
  "budgets",
  "budgetGuard",
);
