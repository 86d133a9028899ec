/**
 * Expiry of approvals and questions: an old request may no longer be right, so it is settled without a
 * person.
 */

import { refuseInput } from "../../../../src/domain/conversation/receipt.ts";
import type { CallId } from "../../../../src/domain/ids.ts";
import type {
  ClientResultsInbound,
  DecisionInbound,
  ToolResultInbound,
} from "../../../../src/domain/inbound.ts";
import type { ClientResult } from "../../../../src/domain/program/client-tools.ts";
import type { Store } from "../../rows/store.ts";
import type { ParkedRow } from "../../rows/turns/step-journal.ts";
import { expiryOf, waitingCalls } from "../../rows/waiting-calls.ts";

/** The earliest expiry, in ms since the epoch; null when nothing expires. */
export function nextExpiry(store: Store): number | null {
  const times = limited(store).map(({ at }) => at);
  return times.length > 0 ? Math.min(...times) : null;
}

/**
 * Inputs that settle expired calls. They take the same way as a person's word, so that a late one of the
 * person is refused.
 */
export function expiredCalls(
  store: Store,
  now: number,
): (DecisionInbound | ToolResultInbound | ClientResultsInbound)[] {
  const over = limited(store).filter(({ at }) => at <= now);
  return over.map(({ row: { turn_id, call_id, record } }) => {
    const base = {
      key: `expired:${turn_id}:${call_id}`,
      source: { channel: "system" as const, sender: "expiry" },
      call_id,
    };
    switch (record.parked.kind) {
      case "approval":
        return { ...base, type: "decision", decision: "expired" };
      case "client":
        return { ...base, type: "client_results", results: [lateResult(call_id)], ends: true };
      default:
        return { ...base, type: "tool_result", content: "", expired: true };
    }
  });
}

function lateResult(call_id: CallId): ClientResult {
  return { call_id, content: "The program sent no result in time.", is_error: true };
}

export const NOT_EXPIRED = refuseInput("forbidden", "There is still time for that call.");

function limited(store: Store): { row: ParkedRow; at: number }[] {
  if (!store.turns.open().some((turn) => turn.state === "parked")) return [];
  return waitingCalls(store, ["approval", "question", "client", "pause"]).flatMap((row) => {
    const at = expiryOf(row);
    return at === undefined ? [] : [{ row, at }];
  });
}
