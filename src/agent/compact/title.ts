/** Titles a conversation with a fast model, once there is an exchange to name. Pure but for the call. */
import { withoutThinking } from "../../domain/text/thinking.ts";
import { parseLenientJson } from "../../platform/lenient-json.ts";
import type { ModelPort } from "../ports/model.ts";
import { fastAnswer } from "./fast-answer.ts";

interface TitleRequest {
  /** The task, as the prompt `title` has it. */
  system: string;
  /** First choice first, never empty. */
  models: readonly string[];
  /** The first words of a person, and the answer to them. */
  question: string;
  answer: string;
}

const LONGEST = 60;
const READ = 1_500;

/** Undefined when the model gave no title. Never rejects for a failure of the model. */
export async function titleBy(
  model: ModelPort,
  { system, models, question, answer }: TitleRequest,
  signal: AbortSignal,
): Promise<string | undefined> {
  const text = `Person: ${question.slice(0, READ)}\n\nAnswer: ${answer.slice(0, READ)}`;
  const limits = { max_output_tokens: 40, temperature: 0 };
  const said = await fastAnswer(model, { models, system, text, ...limits }, signal);
  return said === undefined ? undefined : cleanTitle(said);
}

/** One line that is safe to show anywhere: the model may write anything, including what a page told it to. */
export function cleanTitle(said: string): string | undefined {
  const words = titleIn(withoutThinking(said))
    .map(bared)
    .find((line) => line !== "");
  if (words === undefined) return undefined;
  return words.length <= LONGEST ? words : `${words.slice(0, LONGEST - 1).trimEnd()}…`;
}

/** Lines that may be the title: a small model may write JSON, a fence or a sentence before it. */
function titleIn(said: string): string[] {
  const json = parseLenientJson(said.replace(/^\s*```\w*|```\s*$/g, ""));
  const [named] = Object.entries(Object(json)).filter(([key]) => NAMED.test(key));
  if (named) return [String(named[1])];
  return said.split("\n").filter((line) => !/^\s*```|^\s*[^:：]{12,}[:：]\s*$/.test(line));
}

const MARKS = "[\"'“”„«»*_`#\\s]";
const WORDS = "title|titel|titre|título|titolo|название|标题|题目|主题|タイトル|제목";
const NAMED = new RegExp(`^(?:${WORDS})$`, "iu");
/** A label, also after a few words: "Here's a title: Gardens". */
const LABEL = new RegExp(`^${MARKS}*(?:[\\p{L}'’!, ]{0,40}\\b)?(?:${WORDS})${MARKS}*[:：]`, "iu");
const TAGS = /<\/?(?:title|strong|b|em|i|h\d)>/giu;
const LINK = /\[([^[\]]+)\]\([^()\s]*\)/gu;
const AROUND = new RegExp(`^${MARKS}+|(?:${MARKS}|[.。])+$`, "gu");
/** Marks around words within the line: a title is shown as it stands. */
const EMPHASIS = /(\*\*|__|\*|`)(?=\S)([^*_`]*[^*_`\s])\1/gu;

function bared(line: string): string {
  const plain = line.replace(/[\p{Cc}\p{Cf}]/gu, " ").replace(/\s+/g, " ");
  const worded = plain.replace(TAGS, "").replace(LINK, "$1").replace(LABEL, "").replace(EMPHASIS, "$2");
  return isQuotedInside(worded) ? worded.trim() : worded.replace(AROUND, "");
}

/** A quotation that is but a part of the title keeps both of its signs: `"Emma" as a novel`. */
function isQuotedInside(line: string): boolean {
  return /^\s*(["“”„«»])[^"“”„«»]+["“”„«»]\s*[^\s"“”„«».。]/u.test(line);
}
