/** Form of a text that rules are written for. */
import { fold } from "../text/words.ts";

/** Lower case, without accents, with straight apostrophes and single spaces. */
export function plainWords(text: string): string {
  return fold(text)
    .replace(/[’‘`]/g, "'")
    .replaceAll("ß", "ss")
    .replaceAll("œ", "oe")
    .replace(/\s+/g, " ")
    .trim();
}
