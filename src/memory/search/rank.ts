/** Orders the results of a search. */
import type { Passage } from "../ports/model.ts";
import type { PreparedPassage } from "./prepared-passage.ts";
import type { ParsedQuery } from "./query.ts";
import type { Signals, SignalsOf } from "./signals.ts";
import { newerFirst } from "./supersede.ts";
import { EXCHANGE_WEIGHTS, FILE_WEIGHTS, WEIGHTS, type Weights, weigh } from "./weights.ts";

interface RankedPassage {
  candidate: PreparedPassage;
  score: number;
  signals: Signals;
}

/** Diversity penalty for further results of one session, when the question asks for several things. */
const REPEAT = 0.2;
/**
 * Diversity penalty for further passages of one file: five pieces of a document are worth less than five
 * documents.
 */
const SAME_FILE = 1;
/**
 * Diversity penalty for further messages of one session of a talk with an assistant: the session counts for each of
 * them, so one that is about the subject would fill the list.
 */
const SAME_SITTING = 0.5;

/** Candidates re-ranked by meaning; the rest keep their order by words. */
const LOOKED_AT = 50;

export function rank(
  pool: readonly PreparedPassage[],
  signalsOf: SignalsOf,
  query: ParsedQuery,
): RankedPassage[] {
  const scored = (candidate: PreparedPassage, signals: Signals): RankedPassage => ({
    candidate,
    signals,
    score: weigh(signals, weightsFor(candidate, signalsOf)),
  });
  const byWords = pool.map((candidate) => scored(candidate, signalsOf.quick(candidate)));
  byWords.sort(better);
  const best = byWords
    .slice(0, LOOKED_AT)
    .map(({ candidate, signals }) => scored(candidate, signalsOf.full(candidate, signals)));
  best.sort(better);
  const ordered = spreadOut(best, (candidate) => penaltyOf(candidate, query, signalsOf));
  const superseded = query.ofPresent ? newerFirst(ordered, signalsOf.isOfExchange) : ordered;
  return [...superseded, ...byWords.slice(LOOKED_AT)];
}

function weightsFor(candidate: PreparedPassage, { isOfExchange }: SignalsOf): Weights {
  if (candidate.passage.kind === "file") return FILE_WEIGHTS;
  return isOfExchange(candidate) ? EXCHANGE_WEIGHTS : WEIGHTS;
}

function better(a: RankedPassage, b: RankedPassage): number {
  return b.score - a.score || a.candidate.passage.id - b.candidate.passage.id;
}

/** For "which books has she read" the answers lie in several sessions. */
function penaltyOf(candidate: PreparedPassage, query: ParsedQuery, { isOfExchange }: SignalsOf): number {
  if (candidate.passage.kind === "file") return SAME_FILE;
  if (isOfExchange(candidate)) return SAME_SITTING;
  return query.wantsSeveral ? REPEAT : 0;
}

/** Applies the diversity penalty: neither one session nor one file may fill the list. */
function spreadOut(
  ranked: readonly RankedPassage[],
  penalty: (candidate: PreparedPassage) => number,
): RankedPassage[] {
  const left = ranked.map((each) => ({
    ...each,
    session: sessionOf(each.candidate.passage),
    penalty: penalty(each.candidate),
  }));
  const taken = new Map<string, number>();
  const ordered: RankedPassage[] = [];
  while (left.length > 0) {
    const worth = (each: (typeof left)[number]) => each.score - each.penalty * (taken.get(each.session) ?? 0);
    const best = left.reduce((top, each, index) => (worth(each) > worth(left[top] ?? each) ? index : top), 0);
    const [next] = left.splice(best, 1);
    if (next === undefined) break;
    ordered.push(next);
    taken.set(next.session, (taken.get(next.session) ?? 0) + 1);
  }
  return ordered;
}

function sessionOf(passage: Passage): string {
  return `${passage.source}\u0000${passage.session}`;
}
