/** Formulas in Markdown: `$x$`, `$$x$$`, `\(x\)`, `\[x\]`. Prices such as $5 and $10 stay text. */
import type { TokenizerAndRendererExtension, Tokens } from "marked";
import { escapeHtml } from "../html/plain-tags.ts";

interface MathToken extends Tokens.Generic {
  type: "formula";
  tex: string;
  display: boolean;
}

// A dollar opens only before a non-space, and closes only after a non-space and not before a letter, a digit or a slash.
const INLINE_DOLLAR = /^\$(?![\s$])((?:\\.|[^\\$\n])*?[^\s\\$]|\\.)\$(?![A-Za-z0-9$]|\/(?!\$))/;
/** Text before a dollar that belongs to an amount (`20$`), a currency (`US$`) or another sign. */
const NO_OPENING = /[A-Za-z0-9$]$/;
/** An amount and words: `$5 (that is 6$)`. */
const AMOUNT = /^\d[\d.,]*\s?[^\\^_={}]*\p{L}{2}[^\\^_={}]*$/u;
const INLINE_DOUBLE = /^\$\$(?!\s*\$)([^$\n]+?)\$\$/;
const INLINE_PAREN = /^\\\(((?:(?!\\\)).)+?)\\\)/s;
const INLINE_BRACKET = /^\\\[((?:(?!\\\]).)+?)\\\]/s;
const BLOCK_DOLLAR = /^ {0,3}\$\$[ \t]*\n?((?:(?!\$\$)[\s\S])+?)\n?[ \t]*\$\$[ \t]*(?:\n|$)/;
const BLOCK_BRACKET = /^ {0,3}\\\[[ \t]*\n?((?:(?!\\\])[\s\S])+?)\n?[ \t]*\\\][ \t]*(?:\n|$)/;

const inlineMath: TokenizerAndRendererExtension = {
  name: "formula",
  level: "inline",
  start: (source) => indexOrNone(source.search(/\$|\\[([]/)),
  tokenizer(source, tokens) {
    const display = INLINE_DOUBLE.exec(source) ?? INLINE_BRACKET.exec(source);
    if (display) return formula(display, true);
    const inline = INLINE_PAREN.exec(source) ?? inDollars(source, tokens.at(-1)?.raw ?? "");
    return inline ? formula(inline, false) : undefined;
  },
  renderer: (token) => markup(token as MathToken),
};

const blockMath: TokenizerAndRendererExtension = {
  name: "formula_block",
  level: "block",
  start: (source) => indexOrNone(source.search(/(?:^|\n) {0,3}(?:\$\$|\\\[)/)),
  tokenizer(source) {
    const match = BLOCK_DOLLAR.exec(source) ?? BLOCK_BRACKET.exec(source);
    return match ? { ...formula(match, true), type: "formula_block" } : undefined;
  },
  renderer: (token) => `<p>${markup(token as MathToken)}</p>`,
};

export const mathExtensions = [inlineMath, blockMath];

function inDollars(source: string, before: string): RegExpExecArray | undefined {
  const found = NO_OPENING.test(before) ? null : INLINE_DOLLAR.exec(source);
  return found && !AMOUNT.test(found[1] ?? "") ? found : undefined;
}

function formula(match: RegExpExecArray, display: boolean): MathToken {
  return { type: "formula", raw: match[0], tex: (match[1] ?? "").trim(), display };
}

/** The source is shown until the formula is typeset. */
function markup(token: MathToken): string {
  const tex = escapeHtml(token.tex);
  return `<span data-tex="${tex}" data-display="${token.display}">${tex}</span>`;
}

function indexOrNone(index: number): number | undefined {
  return index < 0 ? undefined : index;
}
