/** Markdown's marks as all chats read them: rules for `marked` that come before its own. */
import { Marked, type TokenizerAndRendererExtension, type TokenizerObject } from "marked";
import { literalSigns, strongBesideSigns } from "../../domain/text/markdown-signs.ts";

/** Signs that are no marks. */
export const literals: TokenizerAndRendererExtension = {
  name: "literal",
  level: "inline",
  tokenizer(source, tokens) {
    const signs = literalSigns(source, tokens.at(-1)?.raw ?? "");
    return signs === "" ? undefined : { type: "text", raw: signs, text: signs };
  },
};

/** In marked's terms: false falls back to its own rule, undefined finds nothing. */
export const signRules: TokenizerObject = {
  emStrong(source, masked, before = "") {
    const found = strongBesideSigns(source, masked.slice(-source.length), before);
    if (!found) return false;
    const { raw, inner, isItalic } = found;
    const strong = { type: "strong" as const, raw, text: inner, tokens: this.lexer.inlineTokens(inner) };
    return isItalic ? { type: "em", raw, text: inner, tokens: [strong] } : strong;
  },
};

/** GitHub's dialect. */
export const chatMarkdown = new Marked({ gfm: true, extensions: [literals], tokenizer: signRules });
