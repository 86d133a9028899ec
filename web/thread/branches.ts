/** Messages form a tree: the shown branch, and the alternatives at each fork. */
import type { Message } from "../../src/channels/web/wire.ts";
import type { ListedMessage } from "../api/conversations/conversations.ts";
import type { Entry, Thread } from "./thread.ts";

type MessageId = Message["id"];

/** Entries from the oldest loaded message to the head. */
export function activeBranch(thread: Thread): Entry[] {
  const branch: Entry[] = [];
  let id = thread.head;
  while (id !== null) {
    const entry = thread.entries.get(id);
    // The rest is on a page that is not loaded yet. A cycle is impossible, but must not hang the page.
    if (!entry || branch.length > thread.entries.size) break;
    branch.push(entry);
    id = predecessor(thread, entry);
  }
  return branch.reverse();
}

/** Adds a stored message, and updates its alternatives. */
export function withMessage(thread: Thread, message: Message, watched: Entry["watched"]): Thread {
  const entries = new Map(thread.entries);
  const known = entries.get(message.id);
  entries.set(message.id, {
    message,
    siblings: known?.siblings ?? [message.id],
    follows: known?.follows ?? (thread.head === message.id ? null : thread.head),
    watched: watched ?? known?.watched ?? null,
  });
  joinSiblings(entries, message);
  return {
    ...thread,
    entries,
    head: isLate(thread, message) ? thread.head : endFrom(thread, entries, message.id),
  };
}

/** Messages below a deleted one move up to its parent. */
export function withoutMessage(
  thread: Thread,
  { message_id, parent_id }: { message_id: MessageId; parent_id: MessageId | null },
): Thread {
  const gone = thread.entries.get(message_id);
  if (!gone) return thread;
  const entries = new Map<string, Entry>();
  for (const [id, entry] of thread.entries) {
    if (id !== message_id) entries.set(id, besides(entry, gone, parent_id));
  }
  const head = thread.head === message_id ? predecessor(thread, gone) : thread.head;
  return { ...thread, entries, head };
}

function besides(entry: Entry, { message: { id }, follows }: Entry, parent_id: MessageId | null): Entry {
  return {
    ...entry,
    message: entry.message.parent_id === id ? { ...entry.message, parent_id } : entry.message,
    siblings: entry.siblings.filter((sibling) => sibling !== id),
    follows: entry.follows === id ? follows : entry.follows,
  };
}

/** A late answer, when more was said meanwhile, does not become the head. */
function isLate({ head }: Thread, { role, parent_id }: Message): boolean {
  return role === "assistant" && head !== null && head !== parent_id;
}

/** While one agent still answers, another may have answered below it already. */
function endFrom(before: Thread, entries: Thread["entries"], id: MessageId): MessageId {
  return before.entries.has(id) ? id : endBelow(entries, id);
}

function endBelow(entries: Thread["entries"], id: MessageId): MessageId {
  const below = [...entries.values()].findLast(({ message }) => message.parent_id === id);
  return below === undefined ? id : endBelow(entries, below.message.id);
}

function predecessor(thread: Thread, entry: Entry): string | null {
  const { parent_id } = entry.message;
  return parent_id === null || thread.entries.has(parent_id) ? parent_id : entry.follows;
}

/** Puts an older page before the loaded messages. Known messages stay as they are. */
export function withOlder(thread: Thread, items: readonly ListedMessage[], older: string | null): Thread {
  const entries = new Map(thread.entries);
  let follows: string | null = null;
  for (const { siblings, ...message } of items) {
    const fresh: Entry = { message, siblings: siblings ?? [message.id], follows, watched: null };
    entries.set(message.id, entries.get(message.id) ?? fresh);
    follows = message.id;
  }
  return { ...thread, entries, older };
}

function joinSiblings(entries: Map<string, Entry>, { parent_id, role }: Message): void {
  const children = [...entries.values()].filter(
    ({ message }) => message.parent_id === parent_id && message.role === role,
  );
  const all = [...new Set(children.flatMap((entry) => [entry.message.id, ...entry.siblings]))].sort();
  for (const child of children) entries.set(child.message.id, { ...child, siblings: all });
}
