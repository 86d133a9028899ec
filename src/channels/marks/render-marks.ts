/** Renders Markdown in a chat's own marks: blocks as lines, tables as code, and no word lost. */
import type { Token, Tokens } from "marked";
import { LINE_BREAK } from "../../domain/text/html-references.ts";
import type { Dialect } from "./dialect.ts";
import { plainFootnotes } from "./footnotes.ts";
import { inlineOf, plainOf } from "./inline.ts";
import { chatMarkdown } from "./signs.ts";

/** Wider columns are not padded: their rows would be broken anyway. */
const MOST_WIDTH = 40;

/** Lines of equal columns, for monospaced text. */
function tableOf({ header, rows }: Tokens.Table, textOf: (tokens: readonly Token[]) => string): string {
  const lines = [header, ...rows].map((cells) => cells.map(({ tokens }) => textOf(tokens)));
  const widths = header.map((_cell, column) =>
    Math.min(MOST_WIDTH, Math.max(...lines.map((cells) => (cells[column] ?? "").length))),
  );
  const rule = widths.map((width) => "-".repeat(width)).join("-|-");
  const [first = "", ...others] = lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(" | ")
      .trimEnd(),
  );
  return [first, rule, ...others].join("\n");
}

/** Longer texts are shown unrendered: no chat takes them in one message. */
const MOST_MARKDOWN = 50_000;

/** Pure, and never throws. */
export function renderMarks(markdown: string, dialect: Dialect): string {
  const plain = dialect.escape(markdown.trim());
  if (markdown.length > MOST_MARKDOWN) return plain;
  try {
    const rendered = blocksOf(chatMarkdown.lexer(plainFootnotes(markdown)), dialect).trim();
    return rendered === "" ? plain : rendered;
  } catch {
    // Nesting so deep that the stack overflows: nobody could read it rendered either.
    return plain;
  }
}

function blocksOf(tokens: readonly Token[], dialect: Dialect): string {
  return tokens
    .map((token) => blockOf(token as Tokens.Generic, dialect))
    .filter((block) => block !== "")
    .join("\n\n");
}

function blockOf(token: Tokens.Generic, dialect: Dialect): string {
  switch (token.type) {
    case "space":
      return "";
    case "def":
      return dialect.escape(token.raw.trim());
    case "code":
      return fenceOf(String(token["text"]), dialect);
    case "heading":
      return inlineOf([{ type: "strong", raw: token.raw, tokens: token.tokens ?? [] }], dialect);
    case "blockquote":
      return quoted(blocksOf(token.tokens ?? [], dialect));
    case "hr":
      return "———";
    case "list":
      return listOf(token as Tokens.List, dialect);
    case "table":
      return fenceOf(tableOf(token as Tokens.Table, plainOf), dialect);
    case "html":
      return dialect.escape(token.raw.replaceAll(LINE_BREAK, "\n").trim());
    default:
      return inlineOf(token.tokens ?? [{ type: "text", raw: token.raw, text: token.raw }], dialect);
  }
}

/** Three backticks inside would close the block early: an invisible space separates them. */
function fenceOf(code: string, dialect: Dialect): string {
  return `\`\`\`\n${dialect.escape(code.replaceAll("```", "`\u200b`\u200b`"))}\n\`\`\``;
}

function quoted(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
}

function listOf({ items, ordered, start }: Tokens.List, dialect: Dialect): string {
  const first = ordered && typeof start === "number" ? start : 1;
  return items.map((item, index) => itemOf(item, ordered ? `${first + index}. ` : "• ", dialect)).join("\n");
}

function itemOf(item: Tokens.ListItem, mark: string, dialect: Dialect): string {
  const box = item.task ? (item.checked ? "☑ " : "☐ ") : "";
  const tokens = item.tokens.filter(({ type }) => type !== "checkbox");
  const lines = blocksOf(tokens, dialect)
    .replaceAll(/\n{2,}/g, "\n")
    .split("\n");
  return `${mark}${box}${lines.join("\n    ")}`;
}
