/** How accounts and models are spoken of. */
import type { Account } from "../../api/models.ts";

export function isOffline(model: string): boolean {
  return model.startsWith("offline/");
}

/** How an account stands. `now` is ms since the epoch. */
export function standing({ readable, state }: Account, now: number): string {
  if (!readable) return "Cannot be read: enter the key again";
  if (state.disabled) return `Refused: ${state.disabled.reason}`;
  if (state.cooling_until !== undefined && state.cooling_until > now)
    return `Resting for ${Math.ceil((state.cooling_until - now) / 1_000)} s`;
  return "Ready";
}
