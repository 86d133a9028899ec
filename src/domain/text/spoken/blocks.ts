/** Blocks of Markdown as they are said: code by its length, tables row by row, the lines of headings and lists as sentences. Pure. */
import type { SpokenLanguage } from "./spoken-language.ts";

const FENCE = /^\s{0,9}(`{3,}|~{3,})\s*([\w+#-]*)/;
const TABLE_ROW = /^\s*\|.*\|\s*$/;
const TABLE_RULE = /^\s*\|[\s:|-]+\|\s*$/;
const RULE = /^\s{0,3}(?:[-*_]\s*){3,}$/;
/** Marks before the words of a line: quote, heading, item of a list, task. */
const LINE_MARKS = /^\s*(?:>\s?)*\s*(?:#{1,6}\s+|[-*+•]\s+(?:\[[ xX]\]\s+)?)?/;

/** More rows of one table are for the eye. */
const MOST_ROWS = 10;

/** A line for each thing that is said, each with an end. */
export function blocksSpoken(markdown: string, language: SpokenLanguage): string[] {
  const lines = markdown.replaceAll("\r\n", "\n").split("\n");
  const said: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const block = blockAt(lines, at, language);
    said.push(...block.said);
    at = block.next;
  }
  return said;
}

interface Block {
  said: readonly string[];
  /** Index of the line after it. */
  next: number;
}

function blockAt(lines: readonly string[], at: number, language: SpokenLanguage): Block {
  const line = lines[at] ?? "";
  const fence = FENCE.exec(line);
  if (fence?.[1]) return codeAt(lines, at, { mark: fence[1], name: fence[2] ?? "", language });
  if (TABLE_ROW.test(line)) return tableAt(lines, at, language);
  if (line.trim() === "" || RULE.test(line)) return { said: [], next: at + 1 };
  return { said: [sentenceOf(lines, at)], next: at + 1 };
}

function codeAt(
  lines: readonly string[],
  at: number,
  { mark, name, language }: { mark: string; name: string; language: SpokenLanguage },
): Block {
  const after = lines.slice(at + 1);
  const length = after.findIndex((line) => line.trim().startsWith(mark));
  const code = (length < 0 ? after : after.slice(0, length)).filter((line) => line.trim() !== "");
  const said = code.length === 0 ? [] : [language.code(code.length, shownName(name))];
  return { said, next: length < 0 ? lines.length : at + length + 2 };
}

/** Names that a person says; a file ending such as `ts` is none. */
function shownName(name: string): string {
  const known = { js: "JavaScript", javascript: "JavaScript", ts: "TypeScript", typescript: "TypeScript" };
  const others = { py: "Python", python: "Python", sql: "SQL", html: "HTML", css: "CSS", json: "JSON" };
  const names: Record<string, string> = { ...known, ...others, rust: "Rust", go: "Go", java: "Java" };
  return names[name.toLowerCase()] ?? "";
}

function tableAt(lines: readonly string[], at: number, language: SpokenLanguage): Block {
  const end = lines.findIndex((line, index) => index > at && !TABLE_ROW.test(line));
  const next = end < 0 ? lines.length : end;
  const rows = lines.slice(at, next);
  const heads = TABLE_RULE.test(rows[1] ?? "") ? cellsOf(rows[0] ?? "") : [];
  const body = rows.filter((row, index) => !TABLE_RULE.test(row) && (heads.length === 0 || index > 0));
  const said = body.slice(0, MOST_ROWS).map((row) => rowSpoken(cellsOf(row), heads));
  const rest = body.length - said.length;
  return { said: [...said, ...(rest > 0 ? [language.moreRows(rest)] : [])], next };
}

function cellsOf(row: string): string[] {
  return row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}

/** The first cell names the row, the others are said with their heads. */
function rowSpoken(cells: readonly string[], heads: readonly string[]): string {
  const [name = "", ...others] = cells;
  const said = others.flatMap((cell, index) => {
    const head = heads[index + 1] ?? "";
    return cell === "" ? [] : [head === "" ? cell : `${head}: ${cell}`];
  });
  return ended([name, ...said].filter((part) => part !== "").join("; "));
}

/** A line that another line of the same paragraph follows has no end of its own. */
function sentenceOf(lines: readonly string[], at: number): string {
  const line = lines[at] ?? "";
  const words = line.replace(LINE_MARKS, "").replace(/\s#+\s*$/, "");
  const isMarked = /^\s*(?:>\s?)*\s*(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s)/.test(line);
  return isMarked || isLast(lines, at) ? ended(words) : words;
}

function isLast(lines: readonly string[], at: number): boolean {
  const next = lines[at + 1] ?? "";
  return next.trim() === "" || /^\s*(?:[#>|]|[-*+•]\s|\d{1,3}[.)]\s|`{3}|~{3})/.test(next);
}

function ended(words: string): string {
  const said = words.trim();
  return said === "" || /[.!?…:;,。！？]["'”’»)*_`\]]*$/.test(said) ? said : `${said}.`;
}
