/** The conversation as a call follows it. */
import type { AnswerItem, Exchange, Item } from "../../../thread/exchanges.ts";
import { authorOf, type Person } from "../../../thread/speakers.ts";
import type { LiveTurn, Segment, ToolSegment } from "../../../thread/thread.ts";
import { serverText } from "../../../words/server-text.ts";
import type { CallContent } from "./controller.ts";
import type { AnswerText } from "./types.ts";

export interface CallView extends CallContent {
  /** The running turn answers the reader, who may stop it. */
  isOwnTurn: boolean;
  /** The newest message, where somebody else wrote it. */
  others: { author: string; text: string } | null;
  /** Calls of the running turn that are not done. */
  tools: readonly ToolSegment[];
  /** Reason why the newest message was refused, or its answer failed; empty: all is well. */
  trouble: string;
}

/** Newest answers that may still be spoken: several agents may answer one message. */
const FOLLOWED = 6;
const MOST_KEYS = 4 * FOLLOWED;

/**
 * Follows one conversation: an answer keeps its key from its first word on. Another answer to the same message by the same agent, as where
 * models are compared, is read and not spoken. `me`: the reader, while it is known.
 */
export function follower(me: () => Person | undefined) {
  const keys = new Map<string, string>();
  const spoken = new Map<string, string>();
  return ({ exchanges, turn }: { exchanges: readonly Exchange[]; turn: LiveTurn | null }): CallView => {
    const items = exchanges.flatMap((exchange) => exchange.items);
    const isOwn = (message: string) => isOwnMessage(items, message, me());
    const newest = items.filter((item) => item.kind === "answer").slice(-FOLLOWED);
    const answers = newest.map((item) => answerOf(item, keyOf(item, keys), isOwn));
    const isSending = items.some((item) => item.kind === "pending" && item.outgoing.status === "waiting");
    const isRunning = turn !== null && turn.answer === null && turn.state !== "parked";
    return {
      answers: answers.filter((answer) => isFirst(answer, spoken)),
      isWorking: isSending || isRunning,
      isOwnTurn: turn === null || isOwn(turn.trigger),
      others: othersWords(items, me()),
      tools: isRunning ? turn.segments.filter(isOpen) : [],
      trouble: troubleOf(items.at(-1)),
    };
  };
}

function answerOf(item: AnswerItem, key: string, isOwn: (message: string) => boolean): AnswerText {
  const { live, entry, agent } = item;
  const texts = item.segments.flatMap((segment) => (segment.kind === "text" ? [segment.text] : []));
  return {
    key,
    message_id: entry?.message.id ?? null,
    turn_id: turnOf(item),
    agent,
    isOwn: isOwn(live?.trigger || (entry?.message.parent_id ?? "")),
    text: texts.join(""),
    breaks: texts.map((_, at) => texts.slice(0, at + 1).join("").length),
    isOver: live === null || live.answer !== null || live.state === "parked",
    isParked: live?.answer === null && live.state === "parked",
  };
}

function turnOf({ live, entry }: AnswerItem): string {
  return live?.id ?? entry?.watched?.turn_id ?? "";
}

/** `spoken`: by key the turn whose words are spoken. */
function isFirst({ key, turn_id, text }: AnswerText, spoken: Map<string, string>): boolean {
  const first = spoken.get(key);
  if (first !== undefined) return turn_id === "" || turn_id === first;
  if (spoken.size > MOST_KEYS) spoken.delete(spoken.keys().next().value ?? "");
  if (turn_id !== "" && text !== "") spoken.set(key, turn_id);
  return true;
}

/** A message that is not on the page counts as the reader's. */
function isOwnMessage(items: readonly Item[], id: string, me: Person | undefined): boolean {
  const said = items.find((item) => item.kind === "person" && item.entry.message.id === id);
  return said?.kind !== "person" || authorOf(said.entry.message, me) === undefined;
}

function othersWords(items: readonly Item[], me: Person | undefined): CallView["others"] {
  const said = items.findLast(
    (item) => item.kind === "pending" || (item.kind === "person" && item.role === "user"),
  );
  if (said?.kind !== "person") return null;
  const author = authorOf(said.entry.message, me);
  return author === undefined ? null : { author, text: said.text };
}

/** The message that it answers: known from the first word on, and after a reload. */
function keyOf(item: AnswerItem, keys: Map<string, string>): string {
  const { live, entry, agent } = item;
  const turn = turnOf(item);
  const known = keys.get(turn);
  if (known !== undefined) return known;
  if (keys.size > MOST_KEYS) keys.delete(keys.keys().next().value ?? "");
  const key = `${live?.trigger || (entry?.message.parent_id ?? "")}:${live?.agent || agent}`;
  if (turn !== "" && (live === null || live.trigger !== "")) keys.set(turn, key);
  return key;
}

function troubleOf(item: Item | undefined): string {
  if (item?.kind === "pending") return item.outgoing.reason ?? "";
  const last = item?.kind === "answer" ? item.segments.at(-1) : undefined;
  return last?.kind === "error" ? serverText(last.reason) : "";
}

function isOpen(segment: Segment): segment is ToolSegment {
  return segment.kind === "tool" && segment.result === null;
}
