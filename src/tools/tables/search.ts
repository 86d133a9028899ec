/** Rows in which words stand: those with all of them, else those with the rarest ones. */
import { isStopword } from "../../memory/text/stopwords.ts";
import { stemOf } from "../../memory/text/words.ts";
import { plainWords } from "./cells.ts";

/** Words that are looked for. */
const MOST_WORDS = 12;
const SHORTEST_STEM = 4;

export interface FoundRow {
  number: number;
  cells: readonly string[];
}

export class RowSearch {
  readonly words: readonly string[];
  private readonly tests: readonly ((text: string) => boolean)[];
  /** Rows by the words that stand in them, as bits; the first few of each. */
  private readonly found = new Map<number, FoundRow[]>();
  private readonly holders: number[];
  private readonly most: number;

  /** `most`: rows of an answer. */
  constructor(question: string, most: number) {
    const all = [...new Set(plainWords(question).match(/[\p{L}\p{N}]+(?:[.@_-][\p{L}\p{N}]+)*/gu) ?? [])];
    const telling = all.filter((word) => !isStopword(word));
    this.words = (telling.length > 0 ? telling : all).slice(0, MOST_WORDS);
    this.tests = this.words.map(testOfWord);
    this.holders = this.words.map(() => 0);
    this.most = most;
  }

  /** Notes the row, and says whether all words stand in it. */
  take(row: readonly string[], number: number): boolean {
    const text = plainWords(row.join("\n"));
    let bits = 0;
    for (const [at, test] of this.tests.entries()) {
      if (!test(text)) continue;
      bits += 2 ** at;
      this.holders[at] = (this.holders[at] ?? 0) + 1;
    }
    if (bits > 0) this.note(bits, { number, cells: row });
    return bits === 2 ** this.tests.length - 1;
  }

  private note(bits: number, row: FoundRow): void {
    const same = this.found.get(bits);
    if (!same) this.found.set(bits, [row]);
    else if (same.length < this.most) same.push(row);
  }

  /** Best first; `words`: those of its words that stand in the row. `total`: rows of the table. */
  best(total: number): (FoundRow & { words: string[]; score: number })[] {
    const rarity = this.holders.map((held) => Math.log(1 + total / (held || 1)));
    const scored = [...this.found].flatMap(([bits, rows]) => {
      const words = this.words.filter((_, at) => hasBit(bits, at));
      const score = rarity.reduce((sum, each, at) => sum + (hasBit(bits, at) ? each : 0), 0);
      return rows.map((row) => ({ ...row, words, score }));
    });
    return scored.sort((a, b) => b.score - a.score || a.number - b.number).slice(0, this.most);
  }
}

function hasBit(bits: number, at: number): boolean {
  return Math.floor(bits / 2 ** at) % 2 === 1;
}

/** A word with a digit stands alone: 12 is no part of 3127. Of others the stem is enough. */
function testOfWord(word: string): (text: string) => boolean {
  if (/\p{N}/u.test(word)) {
    const alone = new RegExp(`(?<![\\p{L}\\p{N}])${word.replaceAll(".", "\\.")}(?![\\p{L}\\p{N}])`, "u");
    return (text) => text.includes(word) && alone.test(text);
  }
  const stem = stemOf(word);
  const part = stem.length >= SHORTEST_STEM ? stem : word;
  return (text) => text.includes(part);
}
