/** The outcome of a job or a child becomes the result of the call that started it. */
import type { ReportInbound } from "../../../../src/domain/inbound.ts";
import type { Store } from "../../rows/store.ts";
import { type CallRow, startedCalls } from "../../rows/turns/step-journal.ts";
import { waitingCall } from "../../rows/waiting-calls.ts";
import type { Acceptance, TakeResult } from "../acceptance/acceptance.ts";
import { NOTHING_WAITS, settleCall, TOO_EARLY } from "../acceptance/settle-call.ts";
import { resultText } from "./outcome-words.ts";
import { takeChildReport } from "./take-child-report.ts";

export function isReportAwaited(store: Store, inbound: ReportInbound): boolean {
  return store.children.get(inbound.source.sender) === undefined && jobCall(store, inbound) !== undefined;
}

export function takeReport(acceptance: Acceptance, inbound: ReportInbound): TakeResult {
  const { store } = acceptance;
  const child = store.children.get(inbound.source.sender);
  if (child) return takeChildReport(acceptance, child, inbound);
  const row = jobCall(store, inbound);
  if (!row) return mayStillWait(store) ? TOO_EARLY : NOTHING_WAITS;
  const { outcome } = inbound;
  const is_error = outcome.status !== "completed";
  return settleCall(store, row, { content: resultText(outcome), is_error, trust: "untrusted" });
}

/** A job may report before the call that started it has parked. */
function jobCall(store: Store, { call_id }: ReportInbound): CallRow | undefined {
  const parked = waitingCall(store, call_id, ["job"]);
  return parked ?? startedCalls(store.sql).find((row) => row.call_id === call_id);
}

/** A call that may run again has no row before it parks; until then only its turn is known. */
function mayStillWait(store: Store): boolean {
  return store.turns.hasNext;
}
