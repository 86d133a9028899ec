/** Texts that a turn has read, by the numbers of their sources, and an answer that cites them. */
import { isOfflineWords } from "../../../domain/text/offline-words.ts";
import { sentencesOf, weighing } from "../research/sentences.ts";
import type { ReadResult } from "../situation.ts";

interface NumberedPassage {
  text: string;
  /** Number of its source; absent: it is none. */
  n?: number | undefined;
}

const ITEM = /\n(?=\d+\. )/;

/** The texts of a result. One with several sources tells them as a list, in their order. */
export function passagesIn({ content, numbers }: Pick<ReadResult, "content" | "numbers">): NumberedPassage[] {
  if (numbers.length === 1) return [{ text: content, n: numbers[0] }];
  return content
    .split(ITEM)
    .map((item, at) => ({ text: item.replace(/^\d+\. /, "").trim(), n: numbers[at] }));
}

/** The words with the number of their source before their last mark. */
export function withNumber(text: string, n: number | undefined): string {
  if (n === undefined) return text;
  const end = /[.!?]$/.exec(text)?.[0] ?? "";
  return `${end === "" ? text : text.slice(0, -1)} [${n}]${end}`;
}

const MOST_SENTENCES = 5;
/** Share of a question's words, by their weight, that a sentence has to hold. */
const ABOUT = 0.34;

/** The sentences that say most about the question, each with its number; undefined: none does. */
export function citedAnswer(results: readonly ReadResult[], question: string): string | undefined {
  const sentences = results
    .flatMap(passagesIn)
    .filter(({ n }) => n !== undefined)
    .flatMap(({ text, n }) => sentencesOf(withoutPlaces(text)).map((sentence) => ({ text: sentence, n })))
    .filter(({ text }) => !text.endsWith("?") && !isOfflineWords(text));
  const score = weighing(
    question,
    sentences.map(({ text }) => text),
  );
  const told = sentences
    .map((sentence) => ({ ...sentence, score: score(sentence.text) }))
    .filter(({ score }) => score >= ABOUT)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST_SENTENCES)
    .map(({ text, n }) => withNumber(text, n));
  return told.length === 0 ? undefined : told.join(" ");
}

/** Memory's items end with the place that they came from, in brackets. */
function withoutPlaces(text: string): string {
  return text.replace(/^\d{4}-\d{2}-\d{2} /, "").replace(/ \[[^\]\n]{0,200}\]$/, "");
}
