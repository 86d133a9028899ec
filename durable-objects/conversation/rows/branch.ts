/** The active branch. An answer in progress has no row yet; its turn knows the answer's parent. */
import type { MessageId } from "../../../src/domain/ids.ts";
import type { Message } from "../../../src/domain/message.ts";
import type { Store } from "./store.ts";

/** Messages from `leaf` towards the root, newest first, at most `limit`. */
export function branchOf(store: Store, leaf: MessageId, limit: number): Message[] {
  const found: Message[] = [];
  for (let next: MessageId | null = leaf; next && found.length < limit; ) {
    const rows = store.transcript.branch(next, limit - found.length);
    found.push(...rows);
    const reached: MessageId | null = rows.length > 0 ? (rows.at(-1)?.parent_id ?? null) : next;
    if (reached === null || found.length >= limit) break;
    next = triggerOf(store, reached);
  }
  return found;
}

/** Parent of the next message: the newest answer of the active branch, finished or not. */
export function tailOf(store: Store): MessageId | null {
  const open = store.turns.open().findLast((turn) => turn.trigger_id === store.meta.head);
  return open ? open.answer_id : store.meta.head;
}

/** The message that an answer without a row will answer. */
export function triggerOf(store: Store, answer_id: MessageId): MessageId | null {
  return store.turns.open().find((turn) => turn.answer_id === answer_id)?.trigger_id ?? null;
}
