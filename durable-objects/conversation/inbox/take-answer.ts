/** A person's answer to a question becomes the result of the call that asked it. */
import type { ToolResultInbound } from "../../../src/domain/inbound.ts";
import { mayAnswer } from "../../../src/domain/who-may.ts";
import type { Store } from "../rows/store.ts";
import { addresseeOf, openTurnOf, waitingCall } from "../rows/waiting-calls.ts";
import { type Acceptance, refused, type TakeResult } from "./acceptance.ts";
import { NOTHING_WAITS, settleCall } from "./settle-call.ts";

export function isAnswerAwaited(store: Store, { call_id }: ToolResultInbound): boolean {
  return waitingCall(store, call_id, ["question"]) !== undefined;
}

export function takeAnswer({ store }: Acceptance, inbound: ToolResultInbound): TakeResult {
  const asking = waitingCall(store, inbound.call_id, ["question"]);
  if (!asking) return waitingCall(store, inbound.call_id, ["approval"]) ? WANTS_A_DECISION : NOTHING_WAITS;
  const turn = openTurnOf(store, asking);
  if (!turn || !mayAnswer(addresseeOf(store, turn), inbound, store.meta.owner)) return NOT_ASKED;
  return settleCall(store, asking, { content: inbound.content, is_error: false, trust: "trusted" });
}

const WANTS_A_DECISION = refused(
  "no_such_call",
  "That call waits for a decision and not for an answer: allow or deny it.",
);

const NOT_ASKED = refused(
  "forbidden",
  "Somebody else was asked that. The person who was asked answers it, or the owner of the conversation.",
);
