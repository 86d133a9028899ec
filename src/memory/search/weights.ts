/**
 * One set of round weights for all conversations and notes, and one for files. Refitting them on one corpus
 * gained nothing on it.
 */
import type { Signals } from "./signals.ts";

export type Weights = { readonly [K in keyof Signals]: number };

export const WEIGHTS: Weights = {
  context: 2,
  about: 0,
  headings: 0,
  length: 1,
  asks: -0.5,
  session: 1.5,
  answers: 1.5,
  asked: 0.5,
  page: -3,
  names: 1,
  speaker: 1,
  date: 4,
  when: 2,
  soft: 3,
  softWindow: 2,
  vector: 2,
};

/** A message that stands for itself covers what it covers; `context` and `softWindow` say the same again. */
export const EXCHANGE_WEIGHTS: Weights = { ...WEIGHTS, context: 1, softWindow: 1 };

/**
 * A piece of a file has no neighbours, is long, and shares a word or two with anything: the frequency of the
 * words tells more than their presence. Times of events are asked about conversations only.
 */
export const FILE_WEIGHTS: Weights = {
  ...WEIGHTS,
  context: 6,
  about: 1.5,
  headings: 0.5,
  session: 2,
  soft: 1.5,
  softWindow: 0,
  when: 0,
};

export function weigh(signals: Signals, weights: Weights): number {
  return (
    weights.context * signals.context +
    weights.about * signals.about +
    weights.headings * signals.headings +
    weights.length * signals.length +
    weights.asks * signals.asks +
    weights.session * signals.session +
    weights.answers * signals.answers +
    weights.asked * signals.asked +
    weights.page * signals.page +
    weights.names * signals.names +
    weights.speaker * signals.speaker +
    weights.date * signals.date +
    weights.when * signals.when +
    weights.soft * signals.soft +
    weights.softWindow * signals.softWindow +
    weights.vector * signals.vector
  );
}
