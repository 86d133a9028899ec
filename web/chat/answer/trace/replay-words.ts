/** Texts of a replay: facts of each side, and the words that differ. */
import type { Replay } from "../../../../src/contract/turns.ts";
import { duration, modelName, money, tokens } from "../../../ui/format.ts";
import { t } from "../../../words/t.ts";

type Side = Replay["original"];

export const CALL_STATES: Record<Side["calls"][number]["state"], string> = {
  made: "",
  answered: t("answered from the original"),
  new: t("new, not run"),
};

/** Agent, model, tokens, cost and time of one side. */
export function factsOfSide({ agent, model, usage, cost_usd, duration_ms }: Side, name: string): string[] {
  const input = usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens;
  return [
    name || agent,
    modelName(model),
    t("{input} in, {output} out", { input: tokens(input), output: tokens(usage.output_tokens) }),
    cost_usd === null ? t("cost unknown") : money(cost_usd),
    ...(duration_ms === null ? [] : [duration(duration_ms)]),
  ].filter((fact) => fact !== "");
}

export interface WordPiece {
  text: string;
  /** True where the other text lacks these words. */
  isOwn: boolean;
}

/** More words than that are shown without differences: the table of both would take the browser seconds. */
const MOST_WORDS = 1_500;

/** Splits both texts into pieces and marks what the other one lacks. */
export function compareWords(before: string, after: string): [WordPiece[], WordPiece[]] {
  const [a, b] = [wordsIn(before), wordsIn(after)];
  if (a.length > MOST_WORDS || b.length > MOST_WORDS)
    return [[{ text: before, isOwn: false }], [{ text: after, isOwn: false }]];
  const { left, right } = sharedWords(a, b);
  return [piecesOf(a, left), piecesOf(b, right)];
}

/** Words with the space behind them. */
function wordsIn(text: string): string[] {
  return text.match(/\S+\s*|^\s+/g) ?? [];
}

/** Places of the longest common subsequence in either list. */
function sharedWords(a: readonly string[], b: readonly string[]): { left: Set<number>; right: Set<number> } {
  const width = b.length + 1;
  const longest = new Uint16Array((a.length + 1) * width);
  const at = (row: number, column: number) => longest[row * width + column] ?? 0;
  const isSame = (row: number, column: number) => a[row]?.trim() === b[column]?.trim();
  for (let row = a.length - 1; row >= 0; row -= 1)
    for (let column = b.length - 1; column >= 0; column -= 1)
      longest[row * width + column] = isSame(row, column)
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
  const [left, right] = [new Set<number>(), new Set<number>()];
  for (let row = 0, column = 0; row < a.length && column < b.length; ) {
    if (isSame(row, column)) {
      left.add(row++);
      right.add(column++);
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return { left, right };
}

function piecesOf(words: readonly string[], shared: ReadonlySet<number>): WordPiece[] {
  const pieces: WordPiece[] = [];
  words.forEach((text, index) => {
    const isOwn = !shared.has(index);
    const last = pieces.at(-1);
    if (last?.isOwn === isOwn) last.text += text;
    else pieces.push({ text, isOwn });
  });
  return pieces;
}
