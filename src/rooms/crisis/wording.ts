/** How danger is worded in one language. */

/** Of one language, for texts in small letters without accents. Gaps in the patterns are bounded. */
export interface Wording {
  /** Of oneself, now. */
  certain: readonly RegExp[];
  /** Of somebody else, of long ago, or so that it may mean much or little. */
  possible: readonly RegExp[];
  /** Manners of speaking, and what is denied: taken out before anything is looked for. */
  harmless: readonly RegExp[];
  /** Puts what is said into the past. */
  past: RegExp;
}
