/** What a file is called, whoever has named it: a name, and never a path or lines of its own. */
import { oneLine } from "./hidden-text.ts";

/** Characters that fit into what is stored beside a file, however they are written there. */
const LONGEST = 200;
const LONGEST_ENDING = 16;
/** More than any path has that is looked at for its last part. */
const MOST_READ = 4_096;

/** The last part of what was given, on one line, of whole characters. `usual`: where nothing of it is a name. */
export function fileName(given: string, usual = "file"): string {
  const parts = oneLine(given.toWellFormed(), MOST_READ).split(/[/\\]/);
  const name = parts.map((part) => part.trim()).findLast((part) => !/^[.\s]*$/.test(part));
  return name === undefined ? usual : cut(name);
}

/** Programs go by the ending: it stays. */
function cut(name: string): string {
  if (name.length <= LONGEST) return name;
  const ending = /\.[^.\s]+$/.exec(name)?.[0] ?? "";
  const kept = ending.length <= LONGEST_ENDING ? ending : "";
  return `${wholeCharacters(name.slice(0, LONGEST - kept.length))}${kept}`;
}

/** Half of a pair of surrogates is no character. */
function wholeCharacters(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, "");
}
