/** An approval that nobody gives in time is none: what was asked for then need not be right any more. */
import type { CallRecord } from "../../../src/agent/turn.ts";
import type { ToolResultInbound } from "../../../src/domain/inbound.ts";
import { type CallRow, parkedCalls } from "../rows/step-journal.ts";
import type { Store } from "../rows/store.ts";

/** What the inbox is told when the time is up. */
export const EXPIRED = "expired";

/** When the next approval expires, in ms since the epoch; null when none waits. */
export function nextExpiry(store: Store): number | null {
  const times = waitingApprovals(store).map(({ at }) => at);
  return times.length > 0 ? Math.min(...times) : null;
}

/** For those whose time is up. Each goes the way of an answer, so that a late one of the person is refused. */
export function expiredApprovals(store: Store, now: number): ToolResultInbound[] {
  const over = waitingApprovals(store).filter(({ at }) => at <= now);
  return over.map(({ row: { turn_id, call_id } }) => ({
    type: "tool_result",
    key: `expired:${turn_id}:${call_id}`,
    source: { channel: "system", sender: "expiry" },
    call_id,
    content: EXPIRED,
    is_error: true,
  }));
}

function waitingApprovals(store: Store): { row: CallRow; at: number }[] {
  if (!store.turns.open().some((turn) => turn.state === "parked")) return [];
  return parkedCalls(store.sql).flatMap((row) => {
    const record = JSON.parse(row.record) as CallRecord;
    const at = record.state === "parked" && record.parked.kind === "approval" && record.parked.expires_at;
    return at ? [{ row, at }] : [];
  });
}
