/**
 * An answer in the form that its program wants: read out of the model's words, checked by the schema, and asked for again when it
 * does not fit.
 */
import { type AnswerFormat, formWords } from "../../domain/program/answer-format.ts";
import { problemBySchema } from "../../platform/json-schema/validate.ts";
import { parseLenientJson } from "../../platform/lenient-json.ts";
import type { Reply, StepRecord } from "../turn.ts";

/** Replies that do not fit are asked for again so often. */
const MOST_REPAIRS = 2;

type Fitted = { fits: true; reply: Reply } | { fits: false; problem: string };

/** `fits`: the reply, with the JSON alone as its text. */
export async function fittedReply(reply: Reply, { schema }: AnswerFormat): Promise<Fitted> {
  const value = jsonIn(textOf(reply));
  if (value === undefined) return { fits: false, problem: "It is not valid JSON." };
  const problem = schema === null ? problemOfObject(value) : await problemBySchema(value, schema);
  if (problem !== undefined) return { fits: false, problem };
  const others = reply.blocks.filter(({ type }) => type !== "text");
  return {
    fits: true,
    reply: { ...reply, blocks: [...others, { type: "text", text: JSON.stringify(value) }] },
  };
}

function textOf({ blocks }: Reply): string {
  return blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
}

const FENCED = /```(?:json)?\s*\n([\s\S]*?)\n?```/i;

/** The value that the words are, or that stands in a fence or between their outer braces. */
function jsonIn(text: string): unknown {
  const [, fenced] = FENCED.exec(text) ?? [];
  const outer = /[[{][\s\S]*[\]}]/.exec(text)?.[0];
  for (const candidate of [text.trim(), fenced, outer]) {
    const value = candidate === undefined ? undefined : parseLenientJson(candidate);
    if (value !== undefined) return value;
  }
  return undefined;
}

function problemOfObject(value: unknown): string | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? undefined
    : "It is not a JSON object.";
}

/** Whether the model has been told of replies that do not fit as often as it may be. */
export function isRepairedOut(steps: readonly StepRecord[]): boolean {
  return steps.filter(({ reply }) => reply.unfit !== undefined).length >= MOST_REPAIRS;
}

/** Words that ask again after a reply that does not fit. */
export function repairWords(problem: string, format: AnswerFormat): string {
  return `<notice>\nThat answer does not have the form that is wanted:\n${problem}\n${formWords(format)}\n</notice>`;
}

/** The reply without its words: the answer is the JSON alone. */
export function withoutWords(reply: Reply): Reply {
  return { ...reply, blocks: reply.blocks.filter(({ type }) => type !== "text") };
}
