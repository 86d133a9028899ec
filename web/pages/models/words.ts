/** How accounts and models are spoken of. */
import type { Account } from "../../api/models.ts";
import { money } from "../../ui/format.ts";

export function isOffline(model: string): boolean {
  return model.startsWith("offline/");
}

/** How an account stands. `now` is ms since the epoch. */
export function standing({ readable, state }: Account, now: number): string {
  if (!readable) return "Cannot be read: enter the key again";
  if (state.disabled) return `Refused: ${state.disabled.reason}`;
  const rest_ms = Date.parse(state.cooling_until ?? "") - now;
  if (rest_ms > 0) return `Resting for ${Math.ceil(rest_ms / 1_000)} s`;
  return "Ready";
}

/** What a key was billed this month. */
export function spentWords({ calls, unpriced_calls, cost_usd }: Account["spent"]): string {
  if (calls === 0) return "Nothing spent this month";
  const unknown = unpriced_calls > 0 ? `, ${unpriced_calls} of unknown price` : "";
  return `${money(cost_usd)} this month, ${calls} ${calls === 1 ? "call" : "calls"}${unknown}`;
}
