/** An answer as a voice says it; a text without words of its own is said in the app's language. */
import { toSpokenText } from "../../../src/domain/text/spoken/spoken-text.ts";
import { language } from "../../words/language.ts";

export function spokenWords(markdown: string): string {
  return toSpokenText(markdown, language);
}
