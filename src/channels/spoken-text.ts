/** Markdown as text for speech: its words without marks, code, tables and addresses. */
import { renderPlain } from "./render-plain.ts";

/** About four minutes of speech. */
const MOST = 4_000;

/** Empty: there is nothing to say. Pure; never throws. */
export function toSpokenText(markdown: string): string {
  const words = renderPlain(withoutBlocks(markdown))
    .replace(/\s?\(https?:\/\/[^\s)]+\)/g, "")
    .replace(/https?:\/\/\S+/g, "")
    .replace(/^(\s*)• /gm, "$1")
    .replace(/^———$/gm, "")
    .replace(/[ \t]+/g, " ")
    .replace(/\s*\n\s*/g, "\n")
    .trim();
  return /[\p{L}\p{N}]/u.test(words) ? withinReach(words) : "";
}

const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;
const TABLE_ROW = /^\s*\|.*\|\s*$/;

/** Code and tables are for the eye. */
function withoutBlocks(markdown: string): string {
  let isCode = false;
  const lines = markdown.split("\n").filter((line) => {
    const isFence = FENCE.test(line);
    if (isFence) isCode = !isCode;
    return !isFence && !isCode && !TABLE_ROW.test(line);
  });
  return lines.join("\n");
}

/** Cuts at the end of a sentence where there is one. */
function withinReach(words: string): string {
  if (words.length <= MOST) return words;
  const start = words.slice(0, MOST).toWellFormed();
  const end = Math.max(...[". ", "! ", "? ", "\n"].map((mark) => start.lastIndexOf(mark)));
  return end > 0 ? start.slice(0, end + 1).trim() : start;
}
