/** Markdown as plain text: the words stay, the marks go. Code is kept as it is. */

import { LINE_BREAK, withoutReferences } from "../domain/text/html-references.ts";
import { plainFootnotes } from "./marks/footnotes.ts";

const FENCE = /^[ \t]*(?:`{3,}(?!.*`)|~{3,})/;

export function renderPlain(markdown: string): string {
  let isCode = false;
  const lines = plainFootnotes(markdown)
    .split("\n")
    .flatMap((line) => {
      if (FENCE.test(line)) {
        isCode = !isCode;
        return [];
      }
      return [isCode ? line : plainLine(line)];
    });
  return lines.join("\n").trim();
}

function plainLine(line: string): string {
  const shown = line
    .replace(/^ {0,3}#{1,6}\s+/, "")
    .replace(/^(\s*)[*+-]\s+\[ \]\s+/, "$1• ☐ ")
    .replace(/^(\s*)[*+-]\s+\[[xX]\]\s+/, "$1• ☑ ")
    .replace(/^(\s*)[*+-]\s+/, "$1• ")
    .replace(/^ {0,3}(?:[-*_]\s*){3,}$/, "———");
  // Marks inside code spans are not Markdown and stay.
  return shown
    .split(/(`+[^`]*`+)/)
    .map((part) => (part.startsWith("`") ? part.replace(/^`+|`+$/g, "") : plainSpan(part)))
    .join("");
}

function plainSpan(text: string): string {
  return withoutReferences(text.replaceAll(LINE_BREAK, "\n"))
    .replace(/!\[([^[\]]*)\]\([^)\s]{0,2000}(?:\s{1,9}"[^"]{0,500}")?\)/g, "$1")
    .replace(
      /\[([^[\]]*)\]\(([^)\s]{1,2000})(?:\s{1,9}"[^"]{0,500}")?\)/g,
      (_whole, words: string, address: string) =>
        words === "" || words === address ? address : `${words} (${address})`,
    )
    .replace(/(?<!\d(?=\*\*\d))(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, "$2")
    .replace(/(?<![\w*])\*(?=\S)([^*]+?)(?<=\S)\*(?![\w*])/g, "$1")
    .replace(/(?<![\w_])_(?=\S)([^_]+?)(?<=\S)_(?![\w_])/g, "$1")
    .replace(/(?<!\d(?=~~\d))~~(?=\S)(.+?)(?<=\S)~~/g, "$1");
}
