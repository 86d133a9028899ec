/** Renders inline text: looks, links, code. */
import type { Token, Tokens } from "marked";
import { withoutReferences } from "../../../domain/text/html-references.ts";
import type { Style, Writer } from "./entities.ts";

const STYLES: Readonly<Record<string, Style>> = {
  strong: "bold",
  em: "italic",
  del: "strikethrough",
  spoiler: "spoiler",
};

export function writeInline(writer: Writer, tokens: readonly Token[]): void {
  for (const token of tokens) writeToken(writer, token);
}

type WriteToken = (writer: Writer, token: Token) => void;

const link: WriteToken = (writer, token) => writeLink(writer, token as Tokens.Link);

const TOKENS: Readonly<Record<string, WriteToken>> = {
  link,
  image: link,
  codespan: (writer, token) => writeCode(writer, (token as Tokens.Codespan).text),
  br: (writer) => writer.write("\n"),
  checkbox: (writer, token) => writer.write((token as Tokens.Checkbox).checked ? "☑ " : "☐ "),
  html: (writer, { raw }) => writer.write(/^<br\s*\/?>$/i.test(raw) ? "\n" : raw),
  escape: (writer, token) => writer.write((token as Tokens.Escape).text),
};

function writeToken(writer: Writer, token: Token): void {
  const style = STYLES[token.type];
  const write = TOKENS[token.type];
  const children = childrenOf(token);
  if (style) writer.within({ type: style }, () => writeInline(writer, children ?? []));
  else if (write) write(writer, token);
  else if (children) writeInline(writer, children);
  else writer.write(withoutReferences(token.raw));
}

/** Child tokens, where a token has some. */
export function childrenOf(token: Token): Token[] | undefined {
  return "tokens" in token ? token.tokens : undefined;
}

/** Telegram allows no link in code and no code in a link: the link is worth more. */
function writeCode(writer: Writer, text: string): void {
  if (writer.has("text_link") || text.trim() === "") writer.write(text);
  else writer.code({ type: "code" }, text);
}

function writeLink(writer: Writer, { href, text, tokens }: Tokens.Link): void {
  const url = addressOf(href);
  const words = () => writeInline(writer, tokens ?? []);
  if (text === "" || text === href || `mailto:${text}` === href) writer.write(text || href);
  else if (url !== undefined && !writer.has("text_link")) writer.within({ type: "text_link", url }, words);
  else {
    words();
    writer.write(` (${href})`);
  }
}

/** The address in the form that Telegram accepts; undefined when it would show no link. */
function addressOf(href: string): string | undefined {
  if (!/^https?:\/\/[^/?#]*[^/?#.]\.[^/?#.]/i.test(href) || !URL.canParse(href)) return undefined;
  return new URL(href).href;
}
