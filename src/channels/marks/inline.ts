/** Renders inline text: bold, struck, code, links. */
import type { Token, Tokens } from "marked";
import type { Dialect, Mark } from "./dialect.ts";

const MARK_OF: Readonly<Record<string, Mark>> = { strong: "bold", em: "italic", del: "strike" };

/** `outerMarks` holds the open marks: a mark inside itself would end it. */
export function inlineOf(
  tokens: readonly Token[],
  dialect: Dialect,
  outerMarks: ReadonlySet<Mark> = new Set(),
): string {
  return tokens.map((token) => spanOf(token as Tokens.Generic, dialect, outerMarks)).join("");
}

function spanOf(token: Tokens.Generic, dialect: Dialect, outerMarks: ReadonlySet<Mark>): string {
  const mark = MARK_OF[token.type];
  if (mark) return marked(token.tokens ?? [], { mark, dialect, outerMarks });
  switch (token.type) {
    case "codespan":
      return codeOf(String(token["text"]), dialect);
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
        : dialect.escape(String(token["text"] ?? token.raw));
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
