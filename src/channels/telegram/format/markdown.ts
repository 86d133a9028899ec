/** Markdown as text and looks: nothing has to be escaped, and nothing that is nested wrongly can be written. */

import { writeBlocks } from "./blocks.ts";
import { type FormattedText, Writer } from "./entities.ts";
import { tokensOf } from "./parser.ts";

/** What is longer is no message of Telegram, however it is written: it is not worth the reading. */
const MOST_MARKDOWN = 8_192;

/** Never throws: what cannot be read is shown as it is written. */
export function formatForTelegram(written: string): FormattedText {
  // Half a character is refused, and the whole message with it.
  const markdown = written.toWellFormed();
  const plain = { text: markdown.trim(), entities: [] };
  if (markdown.length > MOST_MARKDOWN) return plain;
  try {
    const writer = new Writer();
    writeBlocks(writer, tokensOf(markdown));
    const result = writer.formatted();
    return result.text === "" ? plain : result;
  } catch {
    // Nested so deeply that the stack ends: nobody reads that otherwise either.
    return plain;
  }
}
