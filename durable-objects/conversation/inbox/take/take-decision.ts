/** A decision on a call that waits for approval: the call runs, or the agent is told why it does not. */

import { type GrantScope, isGrantScope, termsOf } from "../../../../src/domain/grants/scopes.ts";
import type { DecisionInbound, RefusedInput } from "../../../../src/domain/inbound.ts";
import { refuseInput } from "../../../../src/domain/inbound.ts";
import type { Denial } from "../../../../src/domain/message.ts";
import { mayDecide } from "../../../../src/domain/who-may.ts";
import { queueAfterWork } from "../../ledger/after-work.ts";
import { placeOf, type Store } from "../../rows/store.ts";
import type { ParkedRow } from "../../rows/turns/step-journal.ts";
import { askAt, type OpenAsk } from "../../rows/waiting-calls.ts";
import type { Acceptance, AcceptedInput, TakeResult } from "../acceptance/acceptance.ts";
import { NOT_EXPIRED } from "../acceptance/expiry.ts";
import { NOTHING_WAITS, recordCall, settleCall } from "../acceptance/settle-call.ts";
import { decidedBefore, noteDecision } from "./decided.ts";
import { isFromParent, passOn } from "./pass-on.ts";

export function isDecisionAwaited(store: Store, { call_id }: DecisionInbound): boolean {
  return askAt(store, call_id)?.type === "approval";
}

/** The first call decides whether the words are taken in; another that waits no longer, or may not be decided so, stays as it is. */
export function takeDecision(acceptance: Acceptance, inbound: DecisionInbound): TakeResult {
  const { also = [], ...first } = inbound;
  const taken = takeOne(acceptance, first);
  if ("status" in taken) return taken;
  const others = also.flatMap((call_id) => {
    const other = takeOne(acceptance, { ...first, call_id });
    return "status" in other ? [] : [other];
  });
  const all = [taken, ...others];
  const isGrant = all.some((each) => each.isGrant);
  return { ...taken, events: all.flatMap(({ events }) => events), ...(isGrant && { isGrant }) };
}

function takeOne(acceptance: Acceptance, inbound: DecisionInbound): TakeResult {
  const { store, now } = acceptance;
  const openAsk = askAt(store, inbound.call_id);
  if (!openAsk) return decidedBefore(store, inbound) ?? NOTHING_WAITS;
  if (openAsk.type === "question") return WANTS_AN_ANSWER;
  const refusal = refusalOf(acceptance, openAsk, inbound);
  if (refusal) return refusal;
  const { own, ofChild } = openAsk;
  noteDecision(store, inbound, now);
  if (own) return decided(acceptance, own, inbound);
  if (!ofChild) return NOTHING_WAITS;
  const { child, ask } = ofChild;
  const { decision, reason } = inbound;
  const message = { type: "decision" as const, call_id: ask.call_id, decision, ...(reason && { reason }) };
  return passOn(acceptance, { child, ask, message });
}

/**
 * An expiry is no person's decision but a fact, and is checked as one. A child handles its own asks' expiry.
 */
function refusalOf(
  { store, now }: Acceptance,
  { own, expires_at }: OpenAsk,
  inbound: DecisionInbound,
): RefusedInput | undefined {
  if (inbound.decision === "expired")
    return own && expires_at !== undefined && expires_at <= now ? undefined : NOT_EXPIRED;
  if (isFromParent(store, inbound)) return undefined;
  const place = placeOf(store);
  if (!mayDecide(inbound, place, false)) return MAY_NOT_DECIDE;
  return mayDecide(inbound, place, isGrantScope(inbound.decision)) ? undefined : NOT_FOR_LONGER;
}

function decided(
  acceptance: Acceptance,
  row: ParkedRow,
  { decision, reason }: DecisionInbound,
): AcceptedInput {
  const { store } = acceptance;
  switch (decision) {
    case "once":
      return recordCall(store, row, { state: "approved", call_id: row.call_id });
    case "deny":
      return denied(store, row, { by: "person", ...(reason && { reason }) });
    case "expired":
      return denied(store, row, { by: "time" });
    default:
      return allowedFor(acceptance, row, decision);
  }
}

function denied(store: Store, row: ParkedRow, denial: Denial): AcceptedInput {
  const content = denial.by === "time" ? NOBODY_DECIDED : refusalText(denial);
  return settleCall(store, row, { content, is_error: true, trust: "trusted", denied: denial });
}

/** A call that is to be asked for each time is allowed once. */
function allowedFor({ store, deps, now }: Acceptance, row: ParkedRow, scope: GrantScope): AcceptedInput {
  const { call_id } = row;
  const { parked } = row.record;
  if (parked.kind !== "approval" || parked.grant === undefined)
    return recordCall(store, row, { state: "approved", call_id });
  const { agent, tool } = parked;
  const terms = termsOf(scope, { ...parked.grant, agent, tool }, now);
  const grant = { ...terms, id: deps.ids.create("gnt"), granted_at: now };
  queueAfterWork(store, { costs: [], message_ids: [], grants: [grant] });
  return { ...recordCall(store, row, { state: "approved", call_id, grant }), isGrant: true };
}

const WANTS_AN_ANSWER = refuseInput(
  "no_such_call",
  "That call waits for an answer and not for a decision: answer its question.",
);

const MAY_NOT_DECIDE = refuseInput(
  "forbidden",
  "You may not decide about that call. The owner of the conversation may, and whom they let approve.",
);

const NOT_FOR_LONGER = refuseInput(
  "forbidden",
  "Only the owner of the conversation may allow more than one call. Allow this call once.",
);

const NOBODY_DECIDED =
  "Nobody allowed this call in time, so it was not made. Go on without it, and say that it was left out; the person can ask for it again.";

function refusalText({ reason }: Denial): string {
  const why = reason === undefined ? "" : ` Their reason: ${reason}`;
  return `The person did not allow this call. Do not try it again; go on without it.${why}`;
}
