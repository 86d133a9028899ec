/** Handles a reply that reached its token limit, as its agent is set. */
import type { AtTokenLimit } from "../../domain/agent.ts";
import type { ModelMessage } from "../ports/model.ts";
import type { Reply, StepRecord, Turn } from "../turn.ts";
import { lastWord, Seam, Sentences, type TextStage } from "./text-stages.ts";

/** Continuations of one answer; then it is halted, and the person decides. */
const MOST_CONTINUATIONS = 10;

/** A limit with room for thinking on top does not stop the words. */
const MOST_CHARACTERS_A_TOKEN = 6;

/** Stages that the next reply's text passes through. */
export function stagesOf({ limits }: Pick<Turn, "limits">, steps: readonly StepRecord[]): TextStage[] {
  const before = steps.at(-1)?.reply;
  const seam = before?.cut === "goes_on" ? [new Seam(lastWord(textIn(before)))] : [];
  if (limits.at_token_limit !== "finish") return seam;
  return [...seam, new Sentences(limits.max_output_tokens * MOST_CHARACTERS_A_TOKEN)];
}

/**
 * The reply with its handling. Unchanged when there is nothing to handle: it was not cut, or has no text to
 * continue.
 */
export function withCut(reply: Reply, atLimit: AtTokenLimit, steps: readonly StepRecord[]): Reply {
  const isAnswer = reply.calls.every((call) => call.by_tag);
  const last = reply.blocks.findLast((block) => block.type !== "tool_call");
  const isCut = reply.finish === "length" && isAnswer && last?.type === "text" && last.text.trim() !== "";
  if (!isCut || atLimit === "halt") return reply;
  if (atLimit === "finish") return { ...reply, cut: "ended" };
  return continuations(steps) < MOST_CONTINUATIONS ? { ...reply, cut: "goes_on" } : reply;
}

function continuations(steps: readonly StepRecord[]): number {
  return steps.length - 1 - steps.findLastIndex(({ reply }) => reply.cut !== "goes_on");
}

/** Tells the model to continue. Made of the reply alone: a resumed turn sends the same bytes. */
export function goOnMessage(reply: Reply): ModelMessage {
  const word = lastWord(textIn(reply));
  const begin =
    word === ""
      ? "Go on with the next word."
      : `Begin with its last word, which may not be whole, written out: it ends with ${JSON.stringify(word)}. Then go on.`;
  const text = `<notice>\nYour answer reached its length limit and was cut where it ends. ${begin} Repeat nothing else, and say nothing about this.\n</notice>`;
  return { role: "user", content: [{ type: "text", text }] };
}

function textIn({ blocks }: Reply): string {
  return blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
}
