/** Parses Markdown as models write it: GitHub's dialect, and `||words||` for spoilers. */
import { Marked, type Token } from "marked";

const parser = new Marked({
  gfm: true,
  extensions: [
    {
      name: "spoiler",
      level: "inline",
      start: (source) => source.indexOf("||"),
      tokenizer(source) {
        const found = /^\|\|(?=\S)([^\n]{0,1000}?\S)\|\|/.exec(source);
        if (!found) return undefined;
        const [raw, text = ""] = found;
        return { type: "spoiler", raw, text, tokens: this.lexer.inlineTokens(text) };
      },
    },
  ],
});

/** May throw on text that is nested thousands of times. */
export function tokensOf(markdown: string): Token[] {
  return parser.lexer(markdown);
}
