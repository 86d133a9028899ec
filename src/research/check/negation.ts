/** Negations: a sentence that denies what its closest passage states, or states what that denies. */
import { contentWords } from "./words.ts";

const NEGATIONS =
  /(?<![\p{L}])(?:not|no|never|none|neither|nor|nobody|nothing|without|cannot|\p{L}+n['’]t|lacks?|lacked|failed to|nicht|kein\p{L}*|nie|niemals|niemand|nichts|ohne|weder|ne|n['’](?=\p{L})|pas|jamais|aucune?|sans|rien|personne ne)(?![\p{L}])/giu;
/** Words of denial that deny nothing. */
const HARMLESS =
  /\b(?:not only|no (?:more|less|fewer|later|earlier) than|no doubt|not least|if not|whether or not|nicht nur|nicht zuletzt|nicht mehr als|non seulement|pas seulement|pas plus de|no longer than|not to mention|No\. ?\d+)\b/giu;
const RESTS =
  /(?<=[.!?;:])\s+|\s*(?:,\s*(?:but|while|whereas|aber|sondern|während|mais|tandis que)|\bbut\b)\s+/iu;
/** Part of the sentence's words that a passage must have in common with it to be about the same. */
const ALIKE = 0.5;

export function deniesOtherwise(sentence: string, passages: readonly string[]): boolean {
  const claims = clausesOf(sentence);
  const found = passages.flatMap(clausesOf);
  return claims.some((claim) => isOtherwise(claim, found));
}

interface Clause {
  words: Set<string>;
  isDenied: boolean;
}

function isOtherwise(claim: Clause, found: readonly Clause[]): boolean {
  if (claim.words.size < 2) return false;
  const rated = found.map((clause) => ({ clause, share: shared(claim, clause) }));
  const best = Math.max(0, ...rated.map(({ share }) => share));
  if (best < ALIKE) return false;
  const closest = rated.filter(({ share }) => share >= best - 0.1);
  return closest.every(({ clause }) => clause.isDenied !== claim.isDenied);
}

function shared({ words }: Clause, { words: others }: Clause): number {
  return [...words].filter((word) => others.has(word)).length / words.size;
}

function clausesOf(text: string): Clause[] {
  return text
    .replace(HARMLESS, " ")
    .split(RESTS)
    .filter((clause) => clause.trim() !== "")
    .map((clause) => ({
      words: new Set(contentWords(clause.replace(NEGATIONS, " "))),
      isDenied: (clause.match(NEGATIONS) ?? []).length > 0,
    }));
}
