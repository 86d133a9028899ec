/** Markdown as models write it: GitHub's, and `||words||` for what is shown when it is tapped. */
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

/** May throw on what is nested thousands of times. */
export function tokensOf(markdown: string): Token[] {
  return parser.lexer(markdown);
}
