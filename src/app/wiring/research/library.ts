/** The small library that ships: what the offline model researches in, without a key and without the web. */

import { overlap } from "../../../research/check/words.ts";
import { LIBRARY, type LibraryText } from "../../../research/library/texts.ts";
import type { ReadResult, SearchResult } from "../../../research/ports.ts";

const PREFIX = "library:";
const MOST = 4;
/** A text that shares fewer of the query's words is about something else. */
const LEAST = 0.25;

export function isLibrary(address: string): boolean {
  return address.startsWith(PREFIX);
}

export function searchLibrary(query: string): SearchResult {
  const rated = LIBRARY.map((text) => ({ text, score: overlap(query, `${text.title} ${text.text}`) }));
  const hits = rated
    .filter(({ score }) => score >= LEAST)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST);
  return { ok: true, hits: hits.map(({ text }) => hitOf(text)) };
}

function hitOf({ slug, title, text }: LibraryText) {
  return { title, address: PREFIX + slug, snippet: text.slice(0, 160) };
}

export function readLibrary(address: string): ReadResult {
  const found = LIBRARY.find(({ slug }) => slug === address.slice(PREFIX.length));
  if (!found) return { ok: false, reason: "The library has no such text." };
  return { ok: true, page: { address, title: found.title, text: found.text, trust: "trusted" } };
}
