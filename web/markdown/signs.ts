/** Signs that are not surely marks stay signs, as in every chat. */
import type { TokenizerAndRendererExtension, TokenizerObject } from "marked";
import { literalSigns, strongBesideSigns } from "../../src/domain/text/markdown-signs.ts";
import { quickRules } from "./quick.ts";

/** Signs that are no marks. */
export const literals: TokenizerAndRendererExtension = {
  name: "literal",
  level: "inline",
  tokenizer(source, tokens) {
    const signs = literalSigns(source, tokens.at(-1)?.raw ?? "");
    return signs === "" ? undefined : { type: "text", raw: signs, text: signs };
  },
};

/** Rules in marked's terms: false falls back to its own rule, undefined finds nothing. */
export const markRules: TokenizerObject = {
  ...quickRules,
  emStrong(source, masked, before = "") {
    if (!/^[*_]/.test(source)) return undefined;
    const found = strongBesideSigns(source, masked.slice(-source.length), before);
    if (!found) return false;
    const { raw, inner, isItalic } = found;
    const strong = { type: "strong" as const, raw, text: inner, tokens: this.lexer.inlineTokens(inner) };
    return isItalic ? { type: "em", raw, text: inner, tokens: [strong] } : strong;
  },
};
