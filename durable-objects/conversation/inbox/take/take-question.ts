/** A child asks: its question is kept at the call that waits for it, and put to whoever the turn answers. */
import type { QuestionInbound } from "../../../../src/domain/inbound.ts";
import { putCall } from "../../rows/step-journal.ts";
import { openTurnOf, waitingCall } from "../../rows/waiting-calls.ts";
import type { Acceptance, TakeResult } from "../acceptance/acceptance.ts";
import { NOTHING_WAITS } from "../acceptance/settle-call.ts";
import { mayStillWait, TOO_EARLY } from "./take-report.ts";

export function takeQuestion({ store, deps }: Acceptance, inbound: QuestionInbound): TakeResult {
  const { call_id, asks, source } = inbound;
  const row = waitingCall(store, call_id, ["child"]);
  const turn = row && openTurnOf(store, row);
  if (!row || !turn) return mayStillWait(store) ? TOO_EARLY : NOTHING_WAITS;
  const { turn_id, step, record } = row;
  const { parked } = record;
  if (parked.kind !== "child" || parked.conversation_id !== source.sender) return NOTHING_WAITS;
  putCall(store.sql, { turn_id, step, record: { ...record, parked: { ...parked, asks } } });
  deps.ask(turn, call_id, asks);
  const { question, options } = asks;
  const event = { type: "question" as const, call_id, question, options };
  return { turn_id, message_id: null, events: [event] };
}
