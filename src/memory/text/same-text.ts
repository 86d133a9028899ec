/** Identity of a text regardless of case, accents and punctuation. */
import { hashText } from "./hash.ts";
import { nameKey } from "./names.ts";

export function sameHash(content: string): string {
  return hashText(nameKey(content) || content.trim());
}
