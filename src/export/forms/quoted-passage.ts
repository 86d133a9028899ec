/** The passage of a source's text that carries a cited sentence. */
import { bestPassage } from "../../domain/sources/passage.ts";
import type { ImportedCitation } from "../said.ts";

const LONGEST_QUOTE = 600;
/** Share of a sentence's weight below which no passage is called its own. */
const LEAST_SHARE = 0.3;

export function quotedPassage(text: string, sentence: string): Pick<ImportedCitation, "quote"> {
  const passage = bestPassage(text, sentence);
  if (!passage || passage.score < LEAST_SHARE) return {};
  return { quote: text.slice(passage.start, Math.min(passage.end, passage.start + LONGEST_QUOTE)) };
}
