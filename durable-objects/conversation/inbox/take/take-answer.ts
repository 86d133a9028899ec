/** A person's answer to a question becomes the result of the call that asked it. */

import type { RefusedInput } from "../../../../src/domain/conversation/receipt.ts";
import { refuseInput } from "../../../../src/domain/conversation/receipt.ts";
import type { CallId } from "../../../../src/domain/ids.ts";
import type { ToolResultInbound } from "../../../../src/domain/inbound.ts";
import { type Trust, trustIf } from "../../../../src/domain/trust.ts";
import { actorOf, isOwners, mayAnswer } from "../../../../src/domain/who-may.ts";
import { placeOf, type Store } from "../../rows/store.ts";
import { addresseeOf, askAt, type OpenAsk, waitingCall } from "../../rows/waiting-calls.ts";
import type { Acceptance, TakeResult } from "../acceptance/acceptance.ts";
import { NOT_EXPIRED } from "../acceptance/expiry.ts";
import { NOTHING_WAITS, recordCall, settleCall } from "../acceptance/settle-call.ts";
import { isFromParent, passOn } from "./pass-on.ts";

export function isAnswerAwaited(store: Store, { call_id }: ToolResultInbound): boolean {
  return questionAt(store, call_id) !== undefined || waitingCall(store, call_id, ["pause"]) !== undefined;
}

export function takeAnswer(acceptance: Acceptance, inbound: ToolResultInbound): TakeResult {
  const { store } = acceptance;
  const openAsk = askAt(store, inbound.call_id);
  if (!openAsk) return pauseEnded(acceptance, inbound);
  if (openAsk.type === "approval") return WANTS_A_DECISION;
  return refusalOf(acceptance, openAsk, inbound) ?? answered(acceptance, openAsk, inbound);
}

/** The end of a call's pause, which comes as an expiry does. */
function pauseEnded({ store, now }: Acceptance, { call_id, expired }: ToolResultInbound): TakeResult {
  const row = waitingCall(store, call_id, ["pause"]);
  if (row?.record.parked.kind !== "pause") return NOTHING_WAITS;
  const { expires_at, resume } = row.record.parked;
  if (!expired || expires_at > now) return NOT_EXPIRED;
  return recordCall(store, row, { state: "resumed", call_id, resumed: { state: resume, answer: null } });
}

function questionAt(store: Store, call_id: CallId): OpenAsk | undefined {
  const openAsk = askAt(store, call_id);
  return openAsk?.type === "question" ? openAsk : undefined;
}

/** An expiry is no person's answer but a fact, and is checked as one. */
function refusalOf(
  { store, now }: Acceptance,
  { turn, own, expires_at }: OpenAsk,
  inbound: ToolResultInbound,
): RefusedInput | undefined {
  if (inbound.expired) return own && expires_at !== undefined && expires_at <= now ? undefined : NOT_EXPIRED;
  if (isFromParent(store, inbound)) return undefined;
  return mayAnswer(addresseeOf(store, turn), inbound, placeOf(store)) ? undefined : NOT_ASKED;
}

function answered(acceptance: Acceptance, openAsk: OpenAsk, inbound: ToolResultInbound): TakeResult {
  const { own, ofChild } = openAsk;
  const { content: text, expired } = inbound;
  const trust = trustOf(acceptance.store, inbound);
  if (own) {
    const { call_id, record } = own;
    const state = record.parked.kind === "question" ? record.parked.resume : undefined;
    if (state !== undefined)
      return recordCall(acceptance.store, own, {
        state: "resumed",
        call_id,
        resumed: { state, answer: expired ? null : text },
      });
    const content = expired ? NOBODY_ANSWERED : text;
    return settleCall(acceptance.store, own, { content, is_error: expired === true, trust });
  }
  if (!ofChild) return NOTHING_WAITS;
  const { child, ask } = ofChild;
  const message = { type: "answer" as const, call_id: ask.call_id, text, trust };
  return passOn(acceptance, { child, ask, message });
}

/** Words of anybody but the owner are information for the agent, like all content from outside. */
function trustOf({ meta }: Store, inbound: ToolResultInbound): Trust {
  return inbound.trust ?? trustIf(!isOwners(actorOf(inbound), meta.owner));
}

const WANTS_A_DECISION = refuseInput(
  "no_such_call",
  "That call waits for a decision and not for an answer: allow or deny it.",
);

const NOT_ASKED = refuseInput(
  "forbidden",
  "Somebody else was asked. Only they or the owner of the conversation can answer.",
);

const NOBODY_ANSWERED =
  "Nobody answered in time. Go on without the answer if you can, and say what you assumed; the person can still tell you.";
