/** An approval that nobody gives in time is none: what was asked for then need not be right any more. */
import type { DecisionInbound } from "../../../../src/domain/inbound.ts";
import type { ParkedRow } from "../../rows/step-journal.ts";
import type { Store } from "../../rows/store.ts";
import { waitingCalls } from "../../rows/waiting-calls.ts";

/** When the next approval expires, in ms since the epoch; null when none waits. */
export function nextExpiry(store: Store): number | null {
  const times = waitingApprovals(store).map(({ at }) => at);
  return times.length > 0 ? Math.min(...times) : null;
}

/** For those whose time is up. Each goes the way of a decision, so that a late one of the person is refused. */
export function expiredApprovals(store: Store, now: number): DecisionInbound[] {
  const over = waitingApprovals(store).filter(({ at }) => at <= now);
  return over.map(({ row: { turn_id, call_id } }) => ({
    type: "decision",
    key: `expired:${turn_id}:${call_id}`,
    source: { channel: "system", sender: "expiry" },
    call_id,
    decision: "expired",
  }));
}

/** From when on the call counts as denied, in ms since the epoch. Undefined when it waits for no approval, or for ever. */
export function expiryOf({ record: { parked } }: ParkedRow): number | undefined {
  return parked.kind === "approval" ? parked.expires_at : undefined;
}

function waitingApprovals(store: Store): { row: ParkedRow; at: number }[] {
  if (!store.turns.open().some((turn) => turn.state === "parked")) return [];
  return waitingCalls(store, ["approval"]).flatMap((row) => {
    const at = expiryOf(row);
    return at ? [{ row, at }] : [];
  });
}
