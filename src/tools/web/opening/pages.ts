/** The pages worth reading among what several searches found. */
import type { SettledCall } from "../../../agent/turn.ts";
import { mergedHits } from "../search/merge.ts";
import type { SearchHit } from "../search/query.ts";

/** Best first: ranks of all searches fused, and near-duplicates folded. */
export function bestPages(results: readonly SettledCall[], most: number): string[] {
  const lists = results.filter(({ is_error }) => !is_error).map(hitsIn);
  const chosen: SearchHit[] = [];
  for (const hit of mergedHits(lists)) {
    if (chosen.length >= most) break;
    if (!chosen.some((other) => isNearly(hit, other))) chosen.push(hit);
  }
  return chosen.map(({ url }) => url);
}

/** Blocks of a search's result: the number and title, the address, the passage. */
const BLOCK = /^\d+\. (.*)\n(https?:\/\/\S+)\n(.*)$/gm;

function hitsIn({ content, links = [] }: SettledCall): SearchHit[] {
  const found = new Set(links);
  return [...content.matchAll(BLOCK)]
    .map(([, title = "", url = "", snippet = ""]) => ({ title, url, snippet }))
    .filter(({ url }) => found.has(url));
}

/** Shares of words from which two passages count as one text, printed in two places. */
const SAME = 0.8;
const FEWEST_WORDS = 8;

function isNearly(a: SearchHit, b: SearchHit): boolean {
  const [some, others] = [wordsOf(a), wordsOf(b)];
  if (some.size < FEWEST_WORDS || others.size < FEWEST_WORDS) return false;
  const shared = [...some].filter((word) => others.has(word)).length;
  return shared / (some.size + others.size - shared) >= SAME;
}

function wordsOf({ title, snippet }: SearchHit): Set<string> {
  return new Set(`${title} ${snippet}`.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
}
