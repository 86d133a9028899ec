import type { MessageId } from "../../../src/domain/ids.ts";
import type { Message, Part } from "../../../src/domain/message.ts";
import { branchOf } from "../rows/branch.ts";
import type { Store } from "../rows/store.ts";
import type { Compaction } from "../rows/turns/compactions.ts";

export interface BranchPage {
  /** Owner of the conversation. */
  owner: string;
  /** Newest first; each one's parent is the one after it. */
  messages: Message[];
  /** Summaries that end at one of them. */
  compactions: Compaction[];
  /** First message of the next page; null at the root. */
  next: MessageId | null;
}

const PAGE = 200;
/** Well below what one call between objects may carry. */
const PAGE_CHARACTERS = 4_000_000;

/** One page of a branch for a fork, from `from` towards the root. */
export function branchPage(store: Store, from: MessageId): BranchPage {
  const found = branchOf(store, from, PAGE + 1);
  const messages: Message[] = [];
  let characters = 0;
  for (const [index, message] of found.entries()) {
    if (messages.length === PAGE || characters > PAGE_CHARACTERS) break;
    characters += JSON.stringify(message.parts).length;
    // An answer in progress is left out: its question becomes the parent of what came after.
    messages.push(asLeft({ ...message, parent_id: found[index + 1]?.id ?? null }));
  }
  const standing = store.compactions.standing();
  const compactions = messages.flatMap(({ id }) => standing.get(id) ?? []);
  return { owner: store.meta.owner, messages, compactions, next: found[messages.length]?.id ?? null };
}

/**
 * A parked answer counts as halted in the copy: what it waits for stays with the original. So do recordings: their speakers
 * were heard there, and whoever has the copy may show it to others.
 */
function asLeft({ parts, ...message }: Message): Message {
  const words = parts.map(withoutRecording);
  return { ...message, parts: words, ...(message.status === "partial" && { status: "halted" }) };
}

function withoutRecording(part: Part): Part {
  if (part.type !== "text" || !part.recording) return part;
  const { recording: _, ...words } = part;
  return words;
}
