/** Word F1 of labelled pages: the words of the content against those that are read, with what is neither left out. */
import type { LabelledPage } from "../../test/fixtures/pages/set/template.ts";
import { wordsOf } from "./words.ts";

export interface Score {
  name: string;
  precision: number;
  recall: number;
  f1: number;
}

export function scoreOf({ name, pieces }: LabelledPage, markdown: string): Score {
  const wordsThatAre = (is: string) =>
    pieces.filter((piece) => piece.is === is).flatMap(({ text }) => wordsOf(text));
  const truth = counted(wordsThatAre("content"));
  const either = counted(wordsThatAre("either"));
  const read = counted(wordsOf(markdown));
  let found = 0;
  let extra = 0;
  for (const [word, count] of read) {
    const right = Math.min(count, truth.get(word) ?? 0);
    found += right;
    extra += Math.max(0, count - right - (either.get(word) ?? 0));
  }
  const all = [...truth.values()].reduce((sum, count) => sum + count, 0);
  const precision = found / Math.max(1, found + extra);
  const recall = found / Math.max(1, all);
  return { name, precision, recall, f1: (2 * precision * recall) / Math.max(1e-9, precision + recall) };
}

function counted(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
