/**
 * Renders Markdown for Discord, which knows headings of three sizes, lists, quotes, code, spoilers and named links.
 * Tables become code blocks, and mentions of everyone are defused.
 */

import { LINE_BREAK, withoutReferences } from "../../../domain/text/html-references.ts";
import { plainFootnotes } from "../../marks/footnotes.ts";
import { withoutIndent } from "../../split-blocks.ts";
import { tableBlock, tableLength } from "./tables.ts";

/** Discord shows code at any depth, as it is indented. */
const FENCE = /^([ \t]*)(`{3,}(?!.*`)|~{3,})(.*)$/;
const ZERO_WIDTH = "\u200b";

export function renderDiscord(markdown: string): string {
  const lines = plainFootnotes(markdown.replaceAll("\r\n", "\n")).split("\n");
  const shown: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const block = blockAt(lines, at);
    shown.push(block.text);
    at += block.lines;
  }
  const text = shown.join("\n").trim();
  return text === "" ? markdown.trim() : text;
}

function blockAt(lines: readonly string[], at: number): { text: string; lines: number } {
  const line = lines[at] ?? "";
  const fence = FENCE.exec(line);
  if (fence) return codeBlock(lines, at, fence);
  const rows = tableLength(lines, at);
  if (rows > 0) return { text: tableBlock(lines.slice(at, at + rows)), lines: rows };
  return { text: shownLine(line), lines: 1 };
}

/** Discord only knows fences of three backticks. */
function codeBlock(
  lines: readonly string[],
  at: number,
  [, indent = "", mark = "```", language = ""]: RegExpExecArray,
): { text: string; lines: number } {
  let end = at + 1;
  while (end < lines.length && !closes(lines[end] ?? "", mark)) end += 1;
  const code = withoutIndent(lines.slice(at + 1, end).join("\n"), indent.length)
    .split("\n")
    .map((line) => line.replaceAll("```", `\`\`${ZERO_WIDTH}\``));
  const word = /^[\w+#.-]{1,30}/.exec(language.trim())?.[0] ?? "";
  return { text: [`\`\`\`${word}`, ...code, "```"].join("\n"), lines: end - at + 1 };
}

function closes(line: string, mark: string): boolean {
  const [, , found = "", rest = ""] = FENCE.exec(line) ?? [];
  return found.startsWith(mark) && rest.trim() === "";
}

function shownLine(line: string): string {
  const shown = line
    .replace(/^ {0,3}#{4,6}\s+(.+?)\s*#*$/, "**$1**")
    .replace(/^ {0,3}(#{1,3})\s+/, "$1 ")
    .replace(/^ {0,3}(?:[-*_]\s*){3,}$/, "───────")
    .replace(/^(\s*)[*+-]\s+\[ \]\s+/, "$1- ☐ ")
    .replace(/^(\s*)[*+-]\s+\[[xX]\]\s+/, "$1- ☑ ")
    .replace(/^(\s*)\+\s+/, "$1- ");
  // Text inside code marks stays unchanged.
  return shown
    .split(/(`+[^`]+`+)/)
    .map((part, index) => (index % 2 === 1 ? part : shownSpan(part)))
    .join("");
}

function shownSpan(text: string): string {
  return withoutReferences(text.replaceAll(LINE_BREAK, "\n"))
    .replaceAll(/(?<=\d)(?:\*+(?=[\da-z])|~~(?=\d))/gi, (signs) =>
      [...signs].map((sign) => `\\${sign}`).join(""),
    )
    .replace(
      /!\[([^[\]]*)\]\(([^)\s]{1,2000})(?:\s{1,9}"[^"]{0,500}")?\)/g,
      (_whole, words: string, url: string) => (words === "" ? url : `[${words}](${url})`),
    )
    .replace(/(?<![\w_])__(?=\S)([^_]+?)(?<=\S)__(?![\w_])/g, "**$1**")
    .replace(/\|\|([^|]+)\|\||\|\|/g, spoiler)
    .replace(/@(everyone|here)\b/gi, `@${ZERO_WIDTH}$1`)
    .replace(/<(@[!&]?)(\d+)>/g, `<$1${ZERO_WIDTH}$2>`);
}

/** Two bars close to the words are a spoiler; otherwise somebody means "or". */
function spoiler(whole: string, inner = ""): string {
  return inner !== "" && inner === inner.trim() ? whole : whole.replaceAll("||", "\\|\\|");
}
