/** Records the awaited result of a parked call, and resumes the turn when it waits for nothing else. */

import type { CallRecord, Reply, SettledCall } from "../../../../src/agent/turn.ts";
import type { RefusedInput } from "../../../../src/domain/conversation/receipt.ts";
import { refuseInput } from "../../../../src/domain/conversation/receipt.ts";
import type { EventBody } from "../../../../src/domain/events.ts";
import type { Store } from "../../rows/store.ts";
import { type CallRow, loadSteps, putCall } from "../../rows/turns/step-journal.ts";
import { isWaiting } from "../../rows/waiting-calls.ts";
import type { AcceptedInput } from "./acceptance.ts";

/** Call inside a commit. */
export function settleCall(
  store: Store,
  row: CallRow,
  result: Omit<SettledCall, "call_id" | "name">,
): AcceptedInput {
  const { call_id } = row;
  const settled: SettledCall = { call_id, name: toolOf(store, row), ...result };
  return recordCall(store, row, { state: "settled", call_id, result: settled });
}

/** Call inside a commit. */
export function recordCall(store: Store, row: CallRow, record: CallRecord): AcceptedInput {
  putCall(store.sql, { turn_id: row.turn_id, step: row.step, record });
  // While its other calls still run, the turn is not parked yet and will notice by itself.
  if (!isWaiting(store, row.turn_id) && store.turns.get(row.turn_id)?.state === "parked")
    store.turns.setState(row.turn_id, "queued");
  const events = record.state === "settled" ? [resultEvent(record.result)] : [];
  return { turn_id: row.turn_id, message_id: null, events };
}

/** The name of the tool that was called. */
export function toolOf(store: Store, row: CallRow): string {
  const replies: Reply[] = loadSteps(store.sql, row.turn_id).map((step) => step.reply);
  const calls = replies.flatMap((reply) => reply.calls);
  return calls.find(({ call_id }) => call_id === row.call_id)?.name ?? "unknown";
}

/** Refusal of a report that should be sent again. */
export const TOO_EARLY = refuseInput("too_early", "The call that set it going does not wait for it yet.");

export const NOTHING_WAITS: RefusedInput = refuseInput(
  "no_such_call",
  "That question is no longer open: it was answered, or the turn has ended.",
);

function resultEvent({ call_id, name, content, is_error, denied }: SettledCall): EventBody {
  return { type: "tool_result", call_id, name, result: content, is_error, ...(denied && { denied }) };
}
