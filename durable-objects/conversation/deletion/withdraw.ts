/** Withdraws a message that waits behind a running turn, before anybody has read it: no turn answers it. */
import type { NightjarEvent } from "../../../src/domain/events.ts";
import type { MessageId } from "../../../src/domain/ids.ts";
import { type Message, NO_USAGE } from "../../../src/domain/message.ts";
import { triggerOf } from "../rows/branch.ts";
import type { Store } from "../rows/store.ts";
import type { TurnRow } from "../rows/turns/turns.ts";

const WITHDRAWN = "The message was withdrawn before it was read.";

/**
 * The queued turn that would answer only this message; undefined when the message was read or may be at any
 * moment.
 */
export function waitingTurnOf(store: Store, { id, parent_id }: Message): TurnRow | undefined {
  const { transcript, turns } = store;
  const open = turns.open();
  const turn = open.find(({ trigger_id }) => trigger_id === id);
  if (turn?.state !== "queued" || !turns.isUnread(turn.id) || transcript.turnOf(id) !== turn.id)
    return undefined;
  const isBehind = open.find(({ state }) => state !== "parked")?.id !== turn.id;
  // In a burst, the messages before it wait for the same turn.
  const isOfBurst = parent_id !== null && transcript.turnOf(parent_id) === turn.id;
  return isBehind && !isOfBurst ? turn : undefined;
}

/** Part of the commit that removes the message. Returns the events to send, which are already in the log. */
export function withdraw(
  store: Store,
  { turn, parent_id, now }: { turn: TurnRow; parent_id: MessageId | null; now: number },
): NightjarEvent[] {
  const { meta, log, turns, transcript } = store;
  const nothing = { agent: "", model: "", steps: 0, duration_ms: 0 };
  turns.end(turn.id, { state: "halted", summary: { ...nothing, reason: WITHDRAWN }, ended_at: now });
  const events = [log.append(endOf(turn), turn.id, now)];
  for (const id of transcript.childrenOf(turn.answer_id)) {
    const child = transcript.get(id);
    if (!child) continue;
    const moved = { ...child, parent_id };
    const turn_id = transcript.turnOf(id);
    transcript.put(moved, turn_id);
    events.push(log.append({ type: "message", message: moved }, turn_id, now));
  }
  // An answer in progress is no end of a branch; its question is.
  if (meta.head !== null && !transcript.has(meta.head)) meta.head = triggerOf(store, meta.head);
  if (meta.head !== null) events.push(log.append({ type: "head", message_id: meta.head }, null, now));
  return events;
}

/** Tells whoever waits for the answer that there is none. */
function endOf({ answer_id }: TurnRow) {
  return {
    type: "turn_end",
    status: "halted",
    message_id: answer_id,
    usage: NO_USAGE,
    cost_usd: null,
    steps: 0,
    duration_ms: 0,
    reason: WITHDRAWN,
  } as const;
}
