/** One set of round weights for every kind of text. Refitting them on one corpus gained nothing on it. */
import type { Signals } from "./signals.ts";

export type Weights = { readonly [K in keyof Signals]: number };

export const WEIGHTS: Weights = {
  context: 2,
  length: 1,
  asks: -0.5,
  session: 1.5,
  answers: 1.5,
  asked: 0.5,
  names: 1,
  speaker: 1,
  date: 4,
  when: 2,
  soft: 3,
  softWindow: 2,
  vector: 2,
};

export function weigh(signals: Signals, weights: Weights = WEIGHTS): number {
  return (
    weights.context * signals.context +
    weights.length * signals.length +
    weights.asks * signals.asks +
    weights.session * signals.session +
    weights.answers * signals.answers +
    weights.asked * signals.asked +
    weights.names * signals.names +
    weights.speaker * signals.speaker +
    weights.date * signals.date +
    weights.when * signals.when +
    weights.soft * signals.soft +
    weights.softWindow * signals.softWindow +
    weights.vector * signals.vector
  );
}
