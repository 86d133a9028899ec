/** Going on from another branch, and handing one over to a fork. Every branch stays. */
import { type Failure, failure } from "../../src/domain/errors.ts";
import type { NightjarEvent } from "../../src/domain/events.ts";
import type { MessageId } from "../../src/domain/ids.ts";
import type { Message } from "../../src/domain/message.ts";
import { branchOf } from "./branch.ts";
import type { Compaction } from "./compaction.ts";
import type { Store } from "./store.ts";

/** Returns the events to be told, or why it may not be. A turn that waits for somebody goes on on its own branch. */
export function switchHead(store: Store, message_id: MessageId, now: number): Failure | NightjarEvent[] {
  if (!store.transcript.has(message_id))
    return failure("resource_not_found", `There is no message ${message_id} here.`);
  if (store.turns.open().some(({ state }) => state !== "parked"))
    return failure("conflict", "An answer is being made: stop it, or wait for it.");
  const head = store.transcript.newestLeaf(message_id);
  if (head === store.meta.head) return [];
  return store.commit(now, () => {
    store.meta.head = head;
    return [store.log.append({ type: "head", message_id: head }, null, now)];
  });
}

export interface BranchPage {
  /** Newest first; each one's parent is the one after it. */
  messages: Message[];
  /** Summaries that reach to one of them. */
  compactions: Compaction[];
  /** Where the next page begins; null at the root. */
  next: MessageId | null;
}

const PAGE = 200;
/** Well below what one call between objects may carry. */
const PAGE_CHARACTERS = 4_000_000;

/** A branch as a fork takes it over, from `from` towards the root. */
export function branchPage(store: Store, from: MessageId): BranchPage {
  const found = branchOf(store, from, PAGE + 1);
  const messages: Message[] = [];
  let characters = 0;
  for (const [index, message] of found.entries()) {
    if (messages.length === PAGE || characters > PAGE_CHARACTERS) break;
    characters += JSON.stringify(message.parts).length;
    // An answer that is being made is left out: its question is the parent of what came after.
    messages.push(asLeft({ ...message, parent_id: found[index + 1]?.id ?? null }));
  }
  const standing = store.compactions.standing();
  const compactions = messages.flatMap(({ id }) => standing.get(id) ?? []);
  return { messages, compactions, next: found[messages.length]?.id ?? null };
}

/** What waits for somebody waits there, not in the copy. */
function asLeft(message: Message): Message {
  return message.status === "partial" ? { ...message, status: "halted" } : message;
}
