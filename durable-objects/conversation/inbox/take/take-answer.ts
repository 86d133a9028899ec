/** A person's answer to a question becomes the result of the call that asked it. */

import type { CallId } from "../../../../src/domain/ids.ts";
import type { ToolResultInbound } from "../../../../src/domain/inbound.ts";
import { refused } from "../../../../src/domain/inbound.ts";
import { mayAnswer } from "../../../../src/domain/who-may.ts";
import { type ParkedRow, putCall } from "../../rows/step-journal.ts";
import type { Store } from "../../rows/store.ts";
import { addresseeOf, askingCalls, openTurnOf, waitingCall } from "../../rows/waiting-calls.ts";
import type { Acceptance, Taken, TakeResult } from "../acceptance/acceptance.ts";
import { NOTHING_WAITS, settleCall } from "../acceptance/settle-call.ts";

export function isAnswerAwaited(store: Store, { call_id }: ToolResultInbound): boolean {
  return askingCall(store, call_id) !== undefined;
}

export function takeAnswer(acceptance: Acceptance, inbound: ToolResultInbound): TakeResult {
  const { store } = acceptance;
  const asking = askingCall(store, inbound.call_id);
  if (!asking) return waitingCall(store, inbound.call_id, ["approval"]) ? WANTS_A_DECISION : NOTHING_WAITS;
  const turn = openTurnOf(store, asking);
  if (!turn || !mayAnswer(addresseeOf(store, turn), inbound, store.meta.owner)) return NOT_ASKED;
  if (asking.record.parked.kind === "child") return passedOn(acceptance, asking, inbound.content);
  return settleCall(store, asking, { content: inbound.content, is_error: false, trust: "trusted" });
}

function askingCall(store: Store, call_id: CallId): ParkedRow | undefined {
  return askingCalls(store).find((row) => row.call_id === call_id);
}

/** It was the child that asked: the answer goes on to it, and the call waits for it as before. */
function passedOn({ store, deps }: Acceptance, asking: ParkedRow, text: string): Taken {
  const { turn_id, step, record } = asking;
  const { parked } = record;
  const turn = openTurnOf(store, asking);
  if (parked.kind === "child" && parked.asks && turn) {
    const { asks, ...waiting } = parked;
    putCall(store.sql, { turn_id, step, record: { ...record, parked: waiting } });
    deps.answerChild(turn, parked.conversation_id, { type: "answer", call_id: asks.call_id, text });
  }
  return { turn_id, message_id: null, events: [] };
}

const WANTS_A_DECISION = refused(
  "no_such_call",
  "That call waits for a decision and not for an answer: allow or deny it.",
);

const NOT_ASKED = refused(
  "forbidden",
  "Somebody else was asked that. The person who was asked answers it, or the owner of the conversation.",
);
