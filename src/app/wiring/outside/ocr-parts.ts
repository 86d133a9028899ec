/** Parts of this Worker that text recognition uses. */
import type { PromptTexts } from "../../../agent/prompts/prompt-texts.ts";
import type { Ids } from "../../../domain/ids.ts";
import { workingOf } from "../../../providers/accounts.ts";
import type { Models } from "../../../providers/create-models.ts";
import type { BudgetGuard } from "../../../storage/d1/ledger/budget-guard.ts";
import type { CostLedger } from "../../../storage/d1/ledger/costs.ts";
import type { D1AccountStore } from "../../../storage/d1/models/accounts.ts";
import type { Env } from "../../env.ts";

export interface OcrParts {
  env: Env;
  ids: Ids;
  now(): number;
  models: Models;
  accounts: D1AccountStore;
  /** Reaches the addresses of model servers. */
  modelFetch: typeof fetch;
  costs: CostLedger;
  budgetGuard: BudgetGuard;
  prompts: PromptTexts;
}

export const MISTRAL = "mistral";

export function mistralAccount(accounts: D1AccountStore) {
  const snapshot = accounts.snapshot();
  const own = snapshot.accounts.filter(({ provider }) => provider === MISTRAL);
  return workingOf(own, snapshot).toSorted((a, b) => a.priority - b.priority)[0];
}
