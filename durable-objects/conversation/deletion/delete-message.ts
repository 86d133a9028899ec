/** A person deletes one message: from the tree, the journal, the events and the summaries, in one commit. */
import { type Failure, failure } from "../../../src/domain/errors.ts";
import type { NightjarEvent } from "../../../src/domain/events.ts";
import type { MessageId } from "../../../src/domain/ids.ts";
import type { Message } from "../../../src/domain/message.ts";
import { calls, steps } from "../rows/schema/journal.ts";
import { afterWork, deliveries } from "../rows/schema/outgoing.ts";
import { erasures } from "../rows/schema/pending.ts";
import { prefixes } from "../rows/schema/prompt.ts";
import type { Store } from "../rows/store.ts";
import { heldIn } from "../views/recordings.ts";
import { type DeletedMessage, eraseFromEvent } from "./erase-event.ts";
import { retitleAfterDeletion, titlesFrom, titlesLeft } from "./title.ts";
import { waitingTurnOf, withdraw } from "./withdraw.ts";

/** Returns the events to broadcast, or why the message has to stay for now. Its cost stays booked. */
export function deleteMessage(store: Store, id: MessageId, now: number): Failure | NightjarEvent[] {
  const message = store.transcript.get(id);
  if (!message) return failure("resource_not_found", `There is no message ${id} here.`);
  const waiting = waitingTurnOf(store, message);
  const held = waiting ? undefined : whyHeld(store, id);
  if (held) return failure("conflict", held);
  return store.commit(now, () => {
    const before = deletedOf(store, message);
    takeOut(store, message);
    const deleted = { ...before, ...titlesLeft(store, before) };
    const undone = blankSummaries(store, deleted, now);
    forgetWords(store, deleted);
    const { message_id, ...what } = deleted;
    store.sql.put(erasures, { message_id, what, at: now });
    // The list of conversations shows the number of messages.
    store.sql.put(afterWork, { json: { costs: [], message_ids: [] } });
    const event = store.log.append({ type: "deleted", message_id, parent_id: message.parent_id }, null, now);
    const { parent_id } = message;
    const withdrawn = waiting ? withdraw(store, { turn: waiting, parent_id, now }) : [];
    return [event, ...retitleAfterDeletion(store, deleted, now), ...undone, ...withdrawn];
  });
}

function whyHeld(store: Store, id: MessageId): string | undefined {
  const open = store.turns.open();
  if (open.some(({ state }) => state !== "parked")) return "The agent is answering: stop it, or wait.";
  if (open.some(({ trigger_id, answer_id }) => trigger_id === id || answer_id === id))
    return "The agent is waiting for you here: answer it or stop it first.";
  const unsettled = "WHERE message_id = ? AND settled_at IS NULL";
  if (store.sql.number({ of: deliveries, is: "1" }, unsettled, id) !== null)
    return "This message is being delivered to a chat. Wait until it has arrived.";
  return undefined;
}

function deletedOf(store: Store, message: Message): DeletedMessage {
  const { id, parent_id } = message;
  const turn_id = store.transcript.turnOf(id);
  const turn = turn_id === null ? undefined : store.turns.get(turn_id);
  const recording = heldIn(store, message);
  return {
    message_id: id,
    parent_id,
    from_seq: turn?.start_seq ?? 0,
    turn_id: turn?.answer_id === id ? turn.id : null,
    uptos: [...store.compactions.standing().keys()].filter((upto) => standsFor(store, upto, id)),
    ...titlesFrom(store, message),
    ...(recording && { recording }),
  };
}

function standsFor({ transcript, meta }: Store, upto: MessageId, id: MessageId): boolean {
  return transcript.ancestors(upto, meta.message_count).includes(id);
}

function takeOut({ transcript, meta }: Store, { id, parent_id }: Message): void {
  if (meta.window_start === id) meta.window_start = transcript.childrenOf(id).at(-1) ?? null;
  transcript.remove(id, parent_id);
  if (meta.head === id) meta.head = parent_id === null ? null : transcript.newestLeaf(parent_id);
  meta.message_count -= 1;
  meta.revision += 1;
}

/**
 * Erases the summaries that include the message, since they repeat what it said; the model reads the other
 * messages themselves again.
 */
function blankSummaries(
  { compactions, log }: Store,
  { uptos }: DeletedMessage,
  now: number,
): NightjarEvent[] {
  const standing = compactions.standing();
  return uptos.flatMap((upto) => {
    const summary = standing.get(upto);
    if (!summary) return [];
    compactions.blank(summary.id, now);
    return [log.append({ type: "compaction_undone", upto }, null, now)];
  });
}

function forgetWords({ sql, log, turns }: Store, deleted: DeletedMessage): void {
  const { message_id, turn_id, uptos, title, name } = deleted;
  if (turn_id !== null) {
    for (const journal of [steps, calls]) sql.remove(journal, "WHERE turn_id = ?", turn_id);
    turns.forgetBlock(turn_id);
  }
  sql.remove(deliveries, "WHERE message_id = ?", message_id);
  // Made anew from what is left.
  sql.remove(prefixes, "");
  const names = [message_id, turn_id, ...uptos, title === null && name === undefined ? null : '"title"'];
  log.rewrite(
    names.filter((found) => found !== null),
    (event) => eraseFromEvent(event, deleted),
  );
}
