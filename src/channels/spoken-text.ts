/** An answer as the text of a voice message. */
import type { KnownLanguage } from "../domain/text/language/known-language.ts";
import { toSpokenText } from "../domain/text/spoken/spoken-text.ts";

/** About four minutes of speech. */
const MOST = 4_000;

/** Empty: there is nothing to say. Pure; never throws. */
export function voiceMessageText(markdown: string, language?: KnownLanguage): string {
  const words = toSpokenText(markdown, language);
  return words.length <= MOST ? words : withinReach(words);
}

/** Cuts at the end of a sentence where there is one. */
function withinReach(words: string): string {
  const start = words.slice(0, MOST).toWellFormed();
  const end = Math.max(...[". ", "! ", "? ", "\n"].map((mark) => start.lastIndexOf(mark)));
  return end > 0 ? start.slice(0, end + 1).trim() : start;
}
