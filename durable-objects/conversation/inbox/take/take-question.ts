/**
 * A child reports what it wants of a person: it is stored with the child and put to whoever the turn answers
 * that started it.
 */
import type { QuestionInbound } from "../../../../src/domain/inbound.ts";
import { replaceAsks } from "../../children/asks.ts";
import type { Acceptance, TakeResult } from "../acceptance/acceptance.ts";
import { NOTHING_WAITS } from "../acceptance/settle-call.ts";

export function takeQuestion({ store, deps, now }: Acceptance, inbound: QuestionInbound): TakeResult {
  const { call_id, asks, source } = inbound;
  const child = store.children.get(source.sender);
  if (!child || child.ended_at !== null || child.call_id !== call_id) return NOTHING_WAITS;
  const { events, shown } = replaceAsks({ store, now }, child, asks);
  const turn = store.turns.get(child.turn_id);
  if (shown && turn) deps.ask(turn, child, shown);
  return { turn_id: child.turn_id, message_id: null, events };
}
