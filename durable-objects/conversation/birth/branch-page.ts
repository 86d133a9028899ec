import type { MessageId } from "../../../src/domain/ids.ts";
import type { Message } from "../../../src/domain/message.ts";
import { branchOf } from "../rows/branch.ts";
import type { Store } from "../rows/store.ts";
import type { Compaction } from "../rows/turns/compactions.ts";

export interface BranchPage {
  /** Whose conversation it is. */
  owner: string;
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
  return { owner: store.meta.owner, messages, compactions, next: found[messages.length]?.id ?? null };
}

/** What waits for somebody waits there, not in the copy. */
function asLeft(message: Message): Message {
  return message.status === "partial" ? { ...message, status: "halted" } : message;
}
