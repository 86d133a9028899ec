/** A result of a search. */
import type { Passage } from "../ports/model.ts";
import type { Signals } from "./signals.ts";

export interface SearchHit {
  passage: Passage;
  score: number;
  signals: Signals;
  /** Number of the part of the question, from 0, for which it is the best; absent: of none. */
  part?: number;
  /**
   * Confidence that the passage is about the question at all. Unlike scores, it is comparable between
   * questions.
   */
  relevance(): number;
  /** Kinds of answers that the question asks for and the passage does not give, as far as the words tell: "an age". */
  lacks(): readonly string[];
}
