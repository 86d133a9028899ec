/** Names of people and things: compared without case, accents or punctuation. */
import { words } from "./words.ts";

export function nameKey(name: string): string {
  return words(name).join(" ");
}

/** Names by which a question may call a speaker: the full name, the first name, and known aliases. */
export function callNames(speaker: string, aliases: ReadonlyMap<string, readonly string[]>): string[] {
  const key = nameKey(speaker);
  const first = key.split(" ")[0] ?? "";
  const names = [key, first, ...(aliases.get(key) ?? []), ...(aliases.get(first) ?? [])];
  return [...new Set(names)].filter((name) => name.length > 1);
}

/** Whole words only: "Al" is not in "also". */
export function isNamedIn(name: string, questionKey: string): boolean {
  return ` ${questionKey} `.includes(` ${name} `);
}

// A capital after a small letter or a comma, since one at the start of a sentence tells nothing; or a quoted
// title.
const NAME = /(?<=[\p{Ll},]\s{1,2})\p{Lu}\p{Ll}{2,}|["“]\p{Lu}[^"”\n]{0,80}["”]/gu;

/** Likely names of people, places and works, in text that is written with capitals. */
export function namesIn(text: string): string[] {
  return text.match(NAME) ?? [];
}
