/** What a job or a child has come to becomes the result of the call that set it going. */
import { type ReportInbound, type ReportOutcome, refused } from "../../../../src/domain/inbound.ts";
import { type CallRow, startedCalls } from "../../rows/step-journal.ts";
import type { Store } from "../../rows/store.ts";
import { waitingCall } from "../../rows/waiting-calls.ts";
import type { Acceptance, TakeResult } from "../acceptance/acceptance.ts";
import { NOTHING_WAITS, settleCall } from "../acceptance/settle-call.ts";

export function isReportAwaited(store: Store, inbound: ReportInbound): boolean {
  return reportedCall(store, inbound) !== undefined;
}

export function takeReport({ store }: Acceptance, inbound: ReportInbound): TakeResult {
  const row = reportedCall(store, inbound);
  if (!row) return mayStillWait(store) ? TOO_EARLY : NOTHING_WAITS;
  const { outcome } = inbound;
  const is_error = outcome.status !== "completed";
  return settleCall(store, row, { content: contentOf(outcome), is_error, trust: "untrusted" });
}

/** What was set going may report before the call that did so has parked. A child speaks for its own call only. */
function reportedCall(store: Store, { call_id, source }: ReportInbound): CallRow | undefined {
  const parked = waitingCall(store, call_id, ["job", "child"]);
  if (!parked) return startedCalls(store.sql).find((row) => row.call_id === call_id);
  const waitsFor = parked.record.parked;
  const isMeant = waitsFor.kind !== "child" || waitsFor.conversation_id === source.sender;
  return isMeant ? parked : undefined;
}

/** A call that may run again has no row before it parks: until then only its turn is known. */
export function mayStillWait(store: Store): boolean {
  return store.turns.open().some(({ state }) => state !== "parked");
}

export const TOO_EARLY = refused("too_early", "The call that set it going does not wait for it yet.");

function contentOf(outcome: ReportOutcome): string {
  switch (outcome.status) {
    case "completed":
      return outcome.text;
    case "halted":
      return `It was stopped: ${outcome.reason}${adviceOf(outcome)}`;
    case "failed":
      return `It failed: ${outcome.reason}${adviceOf(outcome)}`;
    case "given_up":
      return GIVEN_UP[outcome.reason];
  }
}

function adviceOf({ retryable }: { retryable: boolean }): string {
  return retryable ? " It may be tried again." : " Do not try it again in the same way.";
}

const GIVEN_UP: Record<Extract<ReportOutcome, { status: "given_up" }>["reason"], string> = {
  patience: "It took too long and was given up. Go on without it, and say that it is missing.",
  budget: "It was given up since it has used up the money that it may spend. Go on with what there is.",
  depth: "It was not begun: agents may not hand work on any deeper. Do it yourself, or go on without it.",
};
