/** Renders blocks: paragraphs, headings, lists, quotes, code and tables. */
import type { Token, Tokens } from "marked";
import type { Writer } from "./entities.ts";
import { childrenOf, writeInline } from "./inline.ts";
import { writeTable } from "./table.ts";

export function writeBlocks(writer: Writer, tokens: readonly Token[]): void {
  for (const token of tokens) {
    if (token.type === "space") continue;
    writer.newLine(1);
    writeBlock(writer, token, "");
  }
}

type WriteBlock = (writer: Writer, token: Token, indent: string) => void;

const words: WriteBlock = (writer, token) => writeInline(writer, childrenOf(token) ?? [token]);

const BLOCKS: Readonly<Record<string, WriteBlock>> = {
  paragraph: words,
  text: words,
  heading: (writer, token) =>
    writer.within({ type: "bold" }, () => writeInline(writer, childrenOf(token) ?? [])),
  code: (writer, token) => writeFence(writer, token as Tokens.Code),
  blockquote: (writer, token, indent) =>
    writer.within({ type: "blockquote" }, () => writeQuoted(writer, childrenOf(token) ?? [], indent)),
  list: (writer, token, indent) => writeList(writer, token as Tokens.List, indent),
  table: (writer, token) => writeTable(writer, token as Tokens.Table),
  hr: (writer) => writer.write("———"),
};

/** `indent` precedes the lines of a nested list. */
function writeBlock(writer: Writer, token: Token, indent: string): void {
  const write = BLOCKS[token.type];
  if (write) write(writer, token, indent);
  else writer.write(token.raw.trim());
}

function writeFence(writer: Writer, { text, lang = "" }: Tokens.Code): void {
  const language = /^[\w+#.-]{1,32}/.exec(lang)?.[0];
  if (text.trim() === "") writer.write("```\n```");
  else writer.code({ type: "pre", ...(language !== undefined && { language }) }, text);
}

function writeQuoted(writer: Writer, tokens: readonly Token[], indent: string): void {
  let isFirst = true;
  for (const token of tokens) {
    if (token.type === "space") continue;
    if (!isFirst) writer.newLine();
    isFirst = false;
    writeBlock(writer, token, indent);
  }
}

function writeList(writer: Writer, { items, ordered, start }: Tokens.List, indent: string): void {
  for (const [index, item] of items.entries()) {
    if (index > 0) writer.newLine();
    const mark = ordered ? `${Number(start) + index}. ` : "• ";
    writer.write(`${indent}${mark}`);
    writeItem(writer, item, indent);
  }
}

function writeItem(writer: Writer, { tokens }: Tokens.ListItem, indent: string): void {
  const blocks = tokens.filter(({ type }) => type !== "space");
  for (const [index, block] of blocks.entries()) {
    const isOnLine = index === 0 || block.type === "checkbox" || blocks[index - 1]?.type === "checkbox";
    if (!isOnLine || block.type === "code" || block.type === "table") writer.newLine();
    if (block.type === "checkbox") writeInline(writer, [block]);
    else writeBlock(writer, block, `${indent}    `);
  }
}
