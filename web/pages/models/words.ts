/** Texts about accounts and models. */

import type { Account } from "../../api/models.ts";
import { money } from "../../ui/format.ts";
import { plural, t } from "../../words/t.ts";

export function isOffline(model: string): boolean {
  return model.startsWith("offline/");
}

/** The state of an account. `now` is ms since the epoch. */
export function standing({ readable, state }: Account, now: number): string {
  if (!readable) return t("Cannot be read: enter the key again");
  if (state.disabled) return t("Does not work: {reason}", { reason: state.disabled.reason });
  const rest_ms = Date.parse(state.cooling_until ?? "") - now;
  if (rest_ms > 0) return t("Resting for {rest_ms} s", { rest_ms: Math.ceil(rest_ms / 1_000) });
  return t("Ready");
}

/** The account's spending this month. */
export function spentWords({ calls, unpriced_calls, cost_usd }: Account["spent"]): string {
  if (calls === 0) return t("Nothing spent this month");
  const unknown = unpriced_calls > 0 ? t(", {unpriced_calls} of unknown price", { unpriced_calls }) : "";
  return plural(calls, ["{cost} this month, {n} call{unknown}", "{cost} this month, {n} calls{unknown}"], {
    cost: unpriced_calls === calls ? t("Unknown") : money(cost_usd),
    unknown: unpriced_calls === calls ? "" : unknown,
  });
}
