/** Footnotes in Markdown: `[^1]` in the text, `[^1]: the note` below. A mark without a note stays as it is written. */
import type { TokenizerAndRendererExtension } from "marked";
import { escapeHtml } from "./html/plain-tags.ts";

const MARK = /^\[\^(\w{1,20})\](?!\()/;
/** A note with its continuation lines, up to an empty one or the next note. */
const NOTE = /^ {0,3}\[\^(\w{1,20})\]:[ \t]*([^\n]*(?:\n(?![ \t]*\n| {0,3}\[\^)[^\n]+)*)(?:\n+|$)/;

const note: TokenizerAndRendererExtension = {
  name: "footnote",
  level: "block",
  start: (source) => indexOrNone(source.search(/(?:^|\n) {0,3}\[\^\w{1,20}\]:/)),
  tokenizer(source) {
    const [raw, label = "", text = ""] = NOTE.exec(source) ?? [];
    if (raw === undefined) return undefined;
    // Makes the note known to its marks: blocks are parsed before the text in them.
    this.lexer.tokens.links[keyOf(label)] = { href: "", title: "" };
    return { type: "footnote", raw, label, tokens: this.lexer.inline(text.trim(), []) };
  },
  renderer({ label, tokens = [] }) {
    return `<p><small><sup>${escapeHtml(String(label))}</sup> ${this.parser.parseInline(tokens)}</small></p>`;
  },
};

const mark: TokenizerAndRendererExtension = {
  name: "footnote_mark",
  level: "inline",
  start: (source) => indexOrNone(source.indexOf("[^")),
  tokenizer(source) {
    const [raw, label = ""] = MARK.exec(source) ?? [];
    if (raw === undefined || !Object.hasOwn(this.lexer.tokens.links, keyOf(label))) return undefined;
    return { type: "footnote_mark", raw, label };
  },
  renderer: ({ label }) => `<sup>[${escapeHtml(String(label))}]</sup>`,
};

export const footnoteExtensions = [note, mark];

function keyOf(label: string): string {
  return `^${label}`;
}

function indexOrNone(index: number): number | undefined {
  return index < 0 ? undefined : index;
}
