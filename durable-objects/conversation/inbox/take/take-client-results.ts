/** A program's results of the calls that a turn made to its tools. */

import { refuseInput } from "../../../../src/domain/conversation/receipt.ts";
import type { ClientResultsInbound } from "../../../../src/domain/inbound.ts";
import { mayAnswer } from "../../../../src/domain/who-may.ts";
import { placeOf, type Store } from "../../rows/store.ts";
import type { ParkedRow } from "../../rows/turns/step-journal.ts";
import { addresseeOf, openTurnOf, waitingCalls } from "../../rows/waiting-calls.ts";
import type { Acceptance, AcceptedInput, TakeResult } from "../acceptance/acceptance.ts";
import { NOTHING_WAITS, settleCall } from "../acceptance/settle-call.ts";

export function areResultsAwaited(store: Store, inbound: ClientResultsInbound): boolean {
  return callsFor(store, inbound).length > 0;
}

export function takeClientResults({ store }: Acceptance, inbound: ClientResultsInbound): TakeResult {
  const waiting = callsFor(store, inbound);
  const [first] = waiting;
  const turn = first && openTurnOf(store, first);
  if (!first || !turn) return NOTHING_WAITS;
  const isOurs = inbound.source.channel === "system";
  if (!isOurs && !mayAnswer(addresseeOf(store, turn), inbound, placeOf(store))) return NOT_THEIRS;
  const taken = waiting.map((row) => settled(store, row, inbound));
  if (inbound.ends) store.turns.setState(turn.id, "halting");
  return { turn_id: turn.id, message_id: null, events: taken.flatMap(({ events }) => events) };
}

/** All waiting calls of the turn that the results are for. */
function callsFor(store: Store, { results }: ClientResultsInbound): ParkedRow[] {
  const ids = new Set<string>(results.map(({ call_id }) => call_id));
  const waiting = waitingCalls(store, ["client"]);
  const turn_id = waiting.find(({ call_id }) => ids.has(call_id))?.turn_id;
  return waiting.filter((row) => row.turn_id === turn_id);
}

/** A program's words are nobody's that the house knows. */
function settled(store: Store, row: ParkedRow, { results }: ClientResultsInbound): AcceptedInput {
  const result = results.find(({ call_id }) => call_id === row.call_id);
  const { content, is_error } = result ?? { content: NO_RESULT, is_error: true };
  const trust = result ? "untrusted" : "trusted";
  return settleCall(store, row, { content, is_error: is_error === true, trust });
}

const NO_RESULT = "The program sent no result of this call.";

const NOT_THEIRS = refuseInput(
  "forbidden",
  "Somebody else's program waits there. Send the results with the key that the message came with.",
);
