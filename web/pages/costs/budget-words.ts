/** Texts about budgets. */

import type { ShownBudget } from "../../api/budgets.ts";
import { t } from "../../words/t.ts";

export interface Names {
  agent(slug: string): string;
  person(id: string): string;
}

export function whoseOf({ scope, key }: Pick<ShownBudget, "scope" | "key">, names: Names): string {
  if (scope === "instance") return t("Total");
  if (scope === "user") return key === "*" ? t("Each person") : names.person(key);
  return key === "*" ? t("Each agent") : names.agent(key);
}

/** The used share, 0 to 1; null for a budget that holds for each of many. */
export function shareOf({
  spent_usd,
  limit_usd,
}: Pick<ShownBudget, "spent_usd" | "limit_usd">): number | null {
  if (spent_usd === null) return null;
  return limit_usd === 0 ? 1 : Math.min(1, spent_usd / limit_usd);
}
