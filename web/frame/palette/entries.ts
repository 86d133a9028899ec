/** An entry of the palette. */
import type { IconName } from "../../ui/pictures/icons.ts";

export interface Entry {
  key: string;
  /** Heading of its group. */
  group: string;
  label: string;
  note: string;
  /** Null for a conversation, which has no picture. */
  icon: IconName | null;
  /** A piece of a message, with the found words marked. */
  snippet?: { text: string; marks: readonly (readonly [number, number])[] };
  run(): void;
}

/**
 * Entries by how well their names fit what was typed: the groups by their best entry, and each group by itself. A page
 * of that very name so comes before a conversation in which the word was said. Keeps the order of what fits alike;
 * messages come last.
 */
export function rankEntries(entries: readonly Entry[], typed: string): Entry[] {
  const words = typed.trim().toLowerCase();
  const groups = Map.groupBy(entries, ({ group }) => group);
  const sorted = [...groups.values()].map((group) =>
    group.toSorted((a, b) => rankOf(a, words) - rankOf(b, words)),
  );
  const best = ([first]: Entry[]) => (first ? rankOf(first, words) : LAST);
  return sorted.sort((a, b) => best(a) - best(b)).flat();
}

const LAST = 5;

/** 0: the name itself; then its beginning, the beginning of a word in it, a part of it, and not in it. */
function rankOf({ label, snippet }: Entry, words: string): number {
  const name = label.toLowerCase();
  if (snippet) return LAST;
  if (name === words) return 0;
  if (name.startsWith(words)) return 1;
  if (name.split(/[\s\p{P}]+/u).some((word) => word.startsWith(words))) return 2;
  return name.includes(words) ? 3 : 4;
}
