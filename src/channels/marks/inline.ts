/** Renders inline text: bold, struck, code, links. */
import type { Token, Tokens } from "marked";
import { withoutReferences } from "../../domain/text/html-references.ts";
import type { Dialect, Mark } from "./dialect.ts";

const MARK_OF: Readonly<Record<string, Mark>> = { strong: "bold", em: "italic", del: "strike" };

/** `outerMarks` holds the open marks: a mark inside itself would end it. */
export function inlineOf(
  tokens: readonly Token[],
  dialect: Dialect,
  outerMarks: ReadonlySet<Mark> = new Set(),
): string {
  const spans = tokens.map((token) => ({
    isMarked: token.type in MARK_OF,
    text: spanOf(token as Tokens.Generic, dialect, outerMarks),
  }));
  return spans
    .map((span, at) => (span.isMarked ? apart(span.text, spans[at - 1], spans[at + 1]) : span.text))
    .join("");
}

/** A chat sees a mark only beside a blank or a sign: an invisible space stands between it and a letter. */
const INVISIBLE = "\u200b";
const LETTER_BEFORE = /[\p{L}\p{N}\p{M}]$/u;
const LETTER_AFTER = /^[\p{L}\p{N}\p{M}]/u;

interface Neighbour {
  isMarked: boolean;
  text: string;
}

function apart(span: string, before: Neighbour | undefined, after: Neighbour | undefined): string {
  const first = before && !before.isMarked && LETTER_BEFORE.test(before.text) ? INVISIBLE : "";
  const last = after && !after.isMarked && LETTER_AFTER.test(after.text) ? INVISIBLE : "";
  return span === "" ? "" : `${first}${span}${last}`;
}

function spanOf(token: Tokens.Generic, dialect: Dialect, outerMarks: ReadonlySet<Mark>): string {
  const mark = MARK_OF[token.type];
  if (mark) return marked(token.tokens ?? [], { mark, dialect, outerMarks });
  switch (token.type) {
    case "codespan":
      return codeOf(String(token["text"]), dialect);
    case "html":
      return /^<br\s*\/?>$/i.test(token.raw) ? "\n" : dialect.escape(token.raw);
    case "br":
      return "\n";
    case "link":
      return dialect.link(inlineOf(token.tokens ?? [], dialect, outerMarks), addressOf(token));
    case "image":
      return dialect.link(dialect.escape(String(token["text"])), addressOf(token));
    case "escape":
      return dialect.escape(String(token["text"]));
    default:
      return token.tokens
        ? inlineOf(token.tokens, dialect, outerMarks)
        : dialect.escape(withoutReferences(String(token["text"] ?? token.raw)));
  }
}

function addressOf(token: Tokens.Generic): string {
  return String(token["href"]);
}

function marked(
  tokens: readonly Token[],
  { mark, dialect, outerMarks }: { mark: Mark; dialect: Dialect; outerMarks: ReadonlySet<Mark> },
): string {
  const words = inlineOf(tokens, dialect, new Set([...outerMarks, mark]));
  // Chats only recognise marks within one line and directly beside the words.
  if (outerMarks.has(mark) || words.trim() !== words || words.includes("\n")) return words;
  const sign = dialect.marks[mark];
  return words === "" ? "" : `${sign}${words}${sign}`;
}

function codeOf(code: string, dialect: Dialect): string {
  return code.includes("`") || code.includes("\n") ? dialect.escape(code) : `\`${dialect.escape(code)}\``;
}

const PLAIN: Dialect = {
  marks: { bold: "", italic: "", strike: "" },
  escape: (text) => text,
  link: (words, address) => (words === address || words === "" ? address : `${words} (${address})`),
};

/** Text without marks, for tables, which are shown as code. */
export function plainOf(tokens: readonly Token[]): string {
  return inlineOf(tokens, PLAIN).replaceAll(/\s+/g, " ").trim();
}
