/** The conversation as a call follows it. */
import type { ChatView } from "../../../session/conversation/chat.svelte.ts";
import type { AnswerItem, Item } from "../../../thread/exchanges.ts";
import type { Segment, ToolSegment } from "../../../thread/thread.ts";
import { serverText } from "../../../words/server-text.ts";
import type { CallContent } from "./controller.ts";
import type { AnswerText } from "./types.ts";

export interface CallView extends CallContent {
  /** Calls of the running turn that are not done. */
  tools: readonly ToolSegment[];
  /** Reason why the newest message was refused, or its answer failed; empty: all is well. */
  trouble: string;
}

/** Newest answers that may still be spoken: several agents may answer one message. */
const FOLLOWED = 6;
const MOST_KEYS = 4 * FOLLOWED;

/** Follows one conversation: an answer keeps its key from its first word on. */
export function follower(): (view: Pick<ChatView, "exchanges" | "turn">) => CallView {
  const keys = new Map<string, string>();
  return ({ exchanges, turn }) => {
    const items = exchanges.flatMap((exchange) => exchange.items);
    const newest = items.filter((item) => item.kind === "answer").slice(-FOLLOWED);
    const answers = newest.map((item) => answerOf(item, keys));
    const isSending = items.some((item) => item.kind === "pending" && item.outgoing.status === "waiting");
    const isRunning = turn !== null && turn.answer === null && turn.state !== "parked";
    return {
      answers,
      isWorking: isSending || isRunning,
      tools: isRunning ? turn.segments.filter(isOpen) : [],
      trouble: troubleOf(items.at(-1)),
    };
  };
}

function answerOf(item: AnswerItem, keys: Map<string, string>): AnswerText {
  const { live, entry, agent } = item;
  const texts = item.segments.flatMap((segment) => (segment.kind === "text" ? [segment.text] : []));
  return {
    key: keyOf(item, keys),
    message_id: entry?.message.id ?? null,
    turn_id: live?.id ?? entry?.watched?.turn_id ?? "",
    agent,
    text: texts.join(""),
    breaks: texts.map((_, at) => texts.slice(0, at + 1).join("").length),
    isOver: live === null || live.answer !== null || live.state === "parked",
  };
}

/** The message that it answers: known from the first word on, and after a reload. */
function keyOf({ live, entry, agent }: AnswerItem, keys: Map<string, string>): string {
  const turn = live?.id ?? entry?.watched?.turn_id ?? "";
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
