/** Sanitizes file names from any source: the result is a name, never a path, and has no line breaks. */
import { oneLine } from "./hidden-text.ts";

/** Limit in characters; fits the metadata stored with a file in any encoding. */
const LONGEST = 200;
const LONGEST_ENDING = 16;
/** Characters of a path that are searched for its last part; longer than any real path. */
const MOST_READ = 4_096;

/** The last path segment, on one line, in whole characters. `usual`: returned when no segment is a name. */
export function fileName(given: string, usual = "file"): string {
  const parts = oneLine(given.toWellFormed(), MOST_READ).split(/[/\\]/);
  const name = parts.map((part) => part.trim()).findLast((part) => !/^[.\s]*$/.test(part));
  return name === undefined ? usual : cut(name);
}

/** The extension is kept, since programs go by it. */
function cut(name: string): string {
  if (name.length <= LONGEST) return name;
  const ending = /\.[^.\s]+$/.exec(name)?.[0] ?? "";
  const kept = ending.length <= LONGEST_ENDING ? ending : "";
  return `${wholeCharacters(name.slice(0, LONGEST - kept.length))}${kept}`;
}

/** Half of a surrogate pair is no character. */
function wholeCharacters(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, "");
}
