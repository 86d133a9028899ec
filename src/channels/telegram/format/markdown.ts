/** Converts Markdown to text with entities: nothing needs escaping, and invalid nesting cannot be written. */
import { Marked, type Token } from "marked";
import { plainFootnotes } from "../../marks/footnotes.ts";
import { literals, signRules } from "../../marks/signs.ts";
import { writeBlocks } from "./blocks.ts";
import { type FormattedText, Writer } from "./entities.ts";

/** GitHub's dialect, and `||words||` for spoilers. */
const parser = new Marked({
  gfm: true,
  tokenizer: signRules,
  extensions: [
    literals,
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
function tokensOf(markdown: string): Token[] {
  return parser.lexer(markdown);
}

/** Longer texts never fit a Telegram message, so they are not parsed. */
const MOST_MARKDOWN = 8_192;

/** Never throws: text that cannot be parsed is shown as it is written. */
export function formatForTelegram(written: string): FormattedText {
  // Telegram refuses half a character, and the whole message with it.
  const markdown = written.toWellFormed();
  const plain = { text: markdown.trim(), entities: [] };
  if (markdown.length > MOST_MARKDOWN) return plain;
  try {
    const writer = new Writer();
    writeBlocks(writer, tokensOf(plainFootnotes(markdown)));
    const result = writer.result();
    return result.text === "" ? plain : result;
  } catch {
    // Nesting so deep that the stack overflows: nobody could read it rendered either.
    return plain;
  }
}
