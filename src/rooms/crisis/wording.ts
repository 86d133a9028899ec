/** The shape of the crisis patterns of one language. */

/** Patterns of one language, for lower-case text without accents. Their gaps are bounded. */
export interface Wording {
  /** About the speaker, now. */
  certain: readonly RegExp[];
  /** About somebody else, about long ago, or ambiguous. */
  possible: readonly RegExp[];
  /** Figures of speech and denials: removed before anything is matched. */
  harmless: readonly RegExp[];
  /** Words that put a statement into the past. */
  past: RegExp;
}
