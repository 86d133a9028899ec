/** The thread's layout: each message of a person with the answers that followed. */
import type { Summary } from "../../src/contract/conversations.ts";
import { activeBranch } from "./branches.ts";
import type { Outgoing } from "./outgoing.ts";
import { isAside, mediaOf, segmentsOfEntry, textOf } from "./stored-answer.ts";
import { standingOn } from "./summaries.ts";
import type { Aside, Entry, LiveTurn, Segment, Thread } from "./thread.ts";

export interface Exchange {
  key: string;
  items: readonly Item[];
}

export type Item =
  | PersonItem
  | PendingItem
  | AnswerItem
  | { kind: "aside"; key: string; aside: Aside }
  /** Marks the point above which the model gets a summary. */
  | { kind: "summary"; key: string; summary: Summary };

export interface PersonItem {
  kind: "person";
  key: string;
  entry: Entry;
  /** Distinguishes system messages from people's. */
  role: "user" | "system";
  /** The person's own words; quotes are in the message's parts. */
  text: string;
  media: readonly Extract<Segment, { kind: "media" }>[];
  /** Emojis that answering agents put on it. */
  reactions: readonly string[];
  /** Whether it waits for the current answer to end; it can be withdrawn until then. */
  isQueued: boolean;
}

interface PendingItem {
  kind: "pending";
  key: string;
  outgoing: Outgoing;
}

export interface AnswerItem {
  kind: "answer";
  key: string;
  segments: readonly Segment[];
  agent: string;
  /** The turn, while it runs. */
  live: LiveTurn | null;
  /** Once it is stored. */
  entry: Entry | null;
}

/** `keys` gives a stored message the key under which it was drawn while it was sent, so that it is not drawn again. */
export function exchangesOf(
  thread: Thread,
  outgoing: readonly Outgoing[],
  keys: ReadonlyMap<string, string> = new Map(),
): Exchange[] {
  const branch = branchUnder(thread, outgoing);
  const summary = standingOn(thread, branch);
  const stored = branch.flatMap((entry) => {
    const { id } = entry.message;
    const making = thread.turns.find((turn) => turn.answer === id) ?? null;
    const answering = thread.turns.filter((turn) => turn.answer === null && turn.trigger === id);
    const mark = summary?.upto === id ? [markOf(summary)] : [];
    return [itemOf(entry, making, keys), ...answering.map(liveItem), ...asidesAfter(thread, id), ...mark];
  });
  // A turn whose trigger is not on the page (another branch, an older page) is shown at the end all the same.
  const elsewhere = thread.turns.filter(
    (turn) => turn.answer === null && !branch.some((entry) => entry.message.id === turn.trigger),
  );
  const pending = outgoing
    .filter((item) => item.shown_as === null || !thread.entries.has(item.shown_as))
    .map((item): Item => ({ kind: "pending", key: item.client_id, outgoing: item }));
  const items = [
    ...asidesAfter(thread, null),
    ...queuedBehind(stored),
    ...elsewhere.map(liveItem),
    ...pending,
  ];
  return grouped(items).map(withReactions);
}

/** Messages sent during a running answer that are not answered yet. */
function queuedBehind(items: readonly Item[]): Item[] {
  const running = items.findIndex((item) => item.kind === "answer" && isRunning(item));
  if (running < 0) return [...items];
  const isAnswered = (at: number) => items.slice(at + 1).some((item) => item.kind === "answer");
  return items.map((item, at) =>
    at > running && item.kind === "person" && item.role === "user" && !isAnswered(at)
      ? { ...item, isQueued: true }
      : item,
  );
}

/** A reaction is a call of the answer; it is shown at its target: the newest message before it. */
export function withReactions(exchange: Exchange): Exchange {
  const emojis = exchange.items.flatMap((item) =>
    item.kind === "answer" ? item.segments.flatMap(emojiOf) : [],
  );
  if (emojis.length === 0) return exchange;
  const reactions = [...new Set(emojis)];
  const items = exchange.items.map((item) => (item.kind === "person" ? { ...item, reactions } : item));
  return { ...exchange, items };
}

/** Emojis put on the message before; such a call needs no line of its own. */
export function emojiOf(segment: Segment): string[] {
  const isReaction =
    segment.kind === "tool" && segment.name === "react" && segment.result?.is_error === false;
  if (!isReaction || typeof segment.input !== "object" || segment.input === null) return [];
  const { emoji } = segment.input as { emoji?: unknown };
  return typeof emoji === "string" && emoji.length <= 32 ? [emoji] : [];
}

/** A new branch shows before it exists: the messages that it leaves are not drawn. */
function branchUnder(thread: Thread, outgoing: readonly Outgoing[]): Entry[] {
  const branch = activeBranch(thread);
  const fork = outgoing.find(
    (item) => item.parent_id !== undefined && item.status === "waiting" && item.shown_as === null,
  );
  if (!fork) return branch;
  const at = branch.findIndex((entry) => entry.message.parent_id === fork.parent_id);
  return at < 0 ? branch : branch.slice(0, at);
}

function itemOf(entry: Entry, live: LiveTurn | null, keys: ReadonlyMap<string, string>): Item {
  const { message, watched } = entry;
  if (message.role !== "assistant") {
    const media = message.parts.flatMap((part, at) =>
      part.type === "image" || part.type === "audio" || part.type === "file" ? [mediaOf(part, at)] : [],
    );
    return {
      kind: "person",
      key: keys.get(message.id) ?? message.id,
      entry,
      role: message.role,
      text: textOf(message.parts.filter((part) => part.type !== "text" || !isAside(part))),
      media,
      reactions: [],
      isQueued: false,
    };
  }
  const key = watched?.turn_id ?? message.id;
  return { kind: "answer", key, segments: segmentsOfEntry(entry), agent: message.agent ?? "", live, entry };
}

function liveItem(live: LiveTurn): Item {
  return { kind: "answer", key: live.id, segments: live.segments, agent: live.agent, live, entry: null };
}

function asidesAfter(thread: Thread, id: string | null): Item[] {
  const asides = thread.asides.filter((aside) => aside.after === id);
  return asides.map((aside) => ({ kind: "aside", key: aside.key, aside }));
}

function markOf(summary: Summary): Item {
  return { kind: "summary", key: `summary:${summary.upto}`, summary };
}

function isRunning({ live }: AnswerItem): boolean {
  return live !== null && live.state !== "parked";
}

function grouped(items: readonly Item[]): Exchange[] {
  const exchanges: { key: string; items: Item[] }[] = [];
  for (const item of items) {
    const last = exchanges.at(-1);
    // A waiting message is shown with the answer that it waits for, which so stays visible.
    const isBehind = last?.items.some((other) => other.kind === "answer" && isRunning(other)) === true;
    const opens = item.kind === "pending" ? !isBehind : item.kind === "person" && !item.isQueued;
    if (opens || !last) exchanges.push({ key: item.key, items: [item] });
    else last.items.push(item);
  }
  return exchanges;
}
