/** What was decided about a call that waits for approval: it runs, or the agent is told why it does not. */

import type { DecisionInbound, Refused } from "../../../../src/domain/inbound.ts";
import { refused } from "../../../../src/domain/inbound.ts";
import type { Denial } from "../../../../src/domain/message.ts";
import { mayDecide } from "../../../../src/domain/who-may.ts";
import { queueAfterWork } from "../../ledger/after-work.ts";
import type { ParkedRow } from "../../rows/step-journal.ts";
import type { Store } from "../../rows/store.ts";
import { openTurnOf, waitingCall } from "../../rows/waiting-calls.ts";
import type { Acceptance, Taken, TakeResult } from "../acceptance/acceptance.ts";
import { expiryOf } from "../acceptance/approval-expiry.ts";
import { NOTHING_WAITS, recordCall, settleCall, toolOf } from "../acceptance/settle-call.ts";

export function isDecisionAwaited(store: Store, { call_id }: DecisionInbound): boolean {
  return waitingCall(store, call_id, ["approval"]) !== undefined;
}

export function takeDecision(acceptance: Acceptance, inbound: DecisionInbound): TakeResult {
  const { store } = acceptance;
  const row = waitingCall(store, inbound.call_id, ["approval"]);
  if (!row) return waitingCall(store, inbound.call_id, ["question"]) ? WANTS_AN_ANSWER : NOTHING_WAITS;
  return refusalOf(acceptance, row, inbound) ?? decided(store, row, inbound);
}

/** That time is up is nobody's decision: it is a fact, and checked as one. */
function refusalOf(
  { store, now }: Acceptance,
  row: ParkedRow,
  inbound: DecisionInbound,
): Refused | undefined {
  if (inbound.decision === "expired") {
    const at = expiryOf(row);
    return at !== undefined && at <= now ? undefined : NOT_EXPIRED;
  }
  const turn = openTurnOf(store, row);
  return turn && mayDecide(turn.source, inbound, store.meta.owner) ? undefined : MAY_NOT_DECIDE;
}

function decided(store: Store, row: ParkedRow, { decision, reason }: DecisionInbound): Taken {
  const { call_id } = row;
  switch (decision) {
    case "once":
      return recordCall(store, row, { state: "approved", call_id });
    case "always":
      queueGrant(store, row);
      return { ...recordCall(store, row, { state: "approved", call_id, always: true }), isGrant: true };
    case "deny":
      return denied(store, row, { by: "person", ...(reason && { reason }) });
    case "expired":
      return denied(store, row, { by: "time" });
  }
}

function denied(store: Store, row: ParkedRow, denial: Denial): Taken {
  const content = denial.by === "time" ? NOBODY_DECIDED : refusalText(denial);
  return settleCall(store, row, { content, is_error: true, trust: "trusted", denied: denial });
}

/** For later turns, here and in the owner's other conversations. */
function queueGrant(store: Store, row: ParkedRow): void {
  const { parked } = row.record;
  if (parked.kind !== "approval") return;
  const grants = [{ agent: parked.agent, tool: toolOf(store, row) }];
  queueAfterWork(store, { costs: [], message_ids: [], grants });
}

const WANTS_AN_ANSWER = refused(
  "no_such_call",
  "That call waits for an answer and not for a decision: answer its question.",
);

const NOT_EXPIRED = refused("forbidden", "There is still time to decide about that call.");

const MAY_NOT_DECIDE = refused(
  "forbidden",
  "You may not decide about that call. The person whom the agent answers may, or the owner of the conversation.",
);

const NOBODY_DECIDED =
  "Nobody allowed this call in time, so it was not made. Go on without it, and say that it was left out; the person can ask for it again.";

function refusalText({ reason }: Denial): string {
  const why = reason === undefined ? "" : ` Their reason: ${reason}`;
  return `The person did not allow this call. Do not try it again; go on without it.${why}`;
}
