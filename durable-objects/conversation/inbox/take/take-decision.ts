/** A decision on a call that waits for approval: the call runs, or the agent is told why it does not. */

import type { RefusedInput } from "../../../../src/domain/conversation/receipt.ts";
import { refuseInput } from "../../../../src/domain/conversation/receipt.ts";
import type { EventBody } from "../../../../src/domain/events.ts";
import { type GrantScope, isGrantScope, termsOf, wordOfScope } from "../../../../src/domain/grants/scopes.ts";
import type { DecisionInbound } from "../../../../src/domain/inbound.ts";
import type { Denial } from "../../../../src/domain/message.ts";
import { oneLine } from "../../../../src/domain/text/hidden-text.ts";
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

/** Refused only if every call refuses it; calls that refuse it beside others stay as they are, and readers are told. */
export function takeDecision(acceptance: Acceptance, inbound: DecisionInbound): TakeResult {
  const { also = [], ...first } = inbound;
  const all = [first.call_id, ...also].map((call_id) => ({
    call_id,
    taken: takeOne(acceptance, { ...first, call_id }),
  }));
  const accepted = all.flatMap(({ call_id, taken }) => ("status" in taken ? [] : [{ call_id, taken }]));
  const refused = all.flatMap(({ call_id, taken }) => ("status" in taken ? [{ call_id, ...taken }] : []));
  const [leading] = accepted;
  if (!leading) return all[0]?.taken ?? NOTHING_WAITS;
  const isGrant = accepted.some(({ taken }) => taken.isGrant);
  return {
    ...leading.taken,
    events: [
      ...accepted.flatMap(({ taken }) => taken.events),
      ...refused.map((each) => notDecided(acceptance.store, each)),
    ],
    settled: accepted.map(({ call_id }) => call_id),
    ...(isGrant && { isGrant }),
  };
}

function notDecided(
  store: Store,
  { call_id, reason }: RefusedInput & Pick<DecisionInbound, "call_id">,
): EventBody {
  const tool = toolOf(askAt(store, call_id));
  const which = tool === undefined ? "A call" : `A call of ${tool}`;
  return { type: "notice", level: "warning", text: `${which} was not decided. ${reason}` };
}

function toolOf(openAsk: OpenAsk | undefined): string | undefined {
  const { own, ofChild } = openAsk ?? {};
  const parked = own?.record.parked;
  if (parked?.kind === "approval") return parked.tool;
  return ofChild?.ask.type === "approval" ? ofChild.ask.tool : undefined;
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
  if (own) return withVoiceNote(decided(acceptance, own, inbound), inbound);
  if (!ofChild) return NOTHING_WAITS;
  const { child, ask } = ofChild;
  const { decision, reason } = inbound;
  const message = { type: "decision" as const, call_id: ask.call_id, decision, ...(reason && { reason }) };
  return withVoiceNote(passOn(acceptance, { child, ask, message }), inbound);
}

const MOST_HEARD = 200;

/** The record of a decision by voice, with the words that were heard. */
function withVoiceNote(taken: AcceptedInput, { decision, by_voice }: DecisionInbound): AcceptedInput {
  if (by_voice === undefined) return taken;
  const heard = oneLine(by_voice, MOST_HEARD);
  const text = decision === "deny" ? `Denied by voice: "${heard}"` : `Allowed by voice: "${heard}"`;
  return { ...taken, events: [{ type: "notice", level: "info", text }, ...taken.events] };
}

/**
 * An expiry is no person's decision but a fact, and is checked as one. A child handles its own asks' expiry.
 */
function refusalOf(
  { store, now }: Acceptance,
  openAsk: OpenAsk,
  inbound: DecisionInbound,
): RefusedInput | undefined {
  const { own, expires_at } = openAsk;
  if (inbound.decision === "expired")
    return own && expires_at !== undefined && expires_at <= now ? undefined : NOT_EXPIRED;
  if (isFromParent(store, inbound)) return undefined;
  const place = placeOf(store);
  if (!mayDecide(inbound, place, false)) return MAY_NOT_DECIDE;
  const { decision } = inbound;
  if (inbound.by_voice !== undefined && decision !== "deny" && !isForVoice(openAsk, decision))
    return ON_SCREEN;
  if (!isGrantScope(decision)) return undefined;
  return mayDecide(inbound, place, true) ? unlessOffered(openAsk, decision) : NOT_FOR_LONGER;
}

/** A spoken yes counts once, in a spoken conversation, for a call that the policy leaves to it. */
function isForVoice({ own, turn }: OpenAsk, decision: DecisionInbound["decision"]): boolean {
  const parked = own?.record.parked;
  const isLeftToIt = parked?.kind === "approval" && parked.by_voice === true;
  return decision === "once" && isLeftToIt && turn.source.is_live === true;
}

/** A card without scopes asks for each call, and is allowed once whatever is said. */
function unlessOffered({ own, ofChild }: OpenAsk, scope: GrantScope): RefusedInput | undefined {
  const parked = own?.record.parked;
  const ownGrant = parked?.kind === "approval" ? parked.grant : undefined;
  const childGrant = ofChild?.ask.type === "approval" ? ofChild.ask.grant : undefined;
  const offered = (ownGrant ?? childGrant)?.scopes;
  if (offered === undefined || offered.includes(scope)) return undefined;
  const words = ["allow_once", ...offered.map(wordOfScope), "deny"].join(", ");
  return refuseInput(
    "malformed",
    `This call does not offer "${wordOfScope(scope)}". Choose one of: ${words}.`,
  );
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
  "You can't decide about this call. The owner of the conversation can, and people allowed to approve.",
);

const ON_SCREEN = refuseInput(
  "forbidden",
  "This can't be allowed by voice. Please confirm it on the screen.",
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
