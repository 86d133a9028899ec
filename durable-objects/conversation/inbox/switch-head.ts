/** A person continues from another branch. Every branch stays. */
import { type Failure, failure } from "../../../src/domain/errors.ts";
import type { NightjarEvent } from "../../../src/domain/events.ts";
import type { MessageId } from "../../../src/domain/ids.ts";
import type { Store } from "../rows/store.ts";

/** Returns the events to broadcast, or why the head may not move. A parked turn goes on on its own branch. */
export function switchHead(store: Store, message_id: MessageId, now: number): Failure | NightjarEvent[] {
  if (!store.transcript.has(message_id))
    return failure("resource_not_found", `There is no message ${message_id} here.`);
  if (store.turns.hasNext) return failure("conflict", "The agent is answering: stop it, or wait.");
  const head = store.transcript.newestLeaf(message_id);
  if (head === store.meta.head) return [];
  return store.commit(now, () => {
    store.meta.head = head;
    return [store.log.append({ type: "head", message_id: head }, null, now)];
  });
}
