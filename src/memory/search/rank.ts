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
  const ordered = spreadOut(best, query);
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

/**
 * Applies the diversity penalty. For "which books has she read" the answers lie in several sessions, so
 * neither one session nor one file may fill the list.
 */
function spreadOut(ranked: readonly RankedPassage[], { wantsSeveral }: ParsedQuery): RankedPassage[] {
  const left = [...ranked];
  const taken = new Map<string, number>();
  const ordered: RankedPassage[] = [];
  const share = ({ kind }: Passage) => (kind === "file" ? SAME_FILE : wantsSeveral ? REPEAT : 0);
  while (left.length > 0) {
    const worth = ({ candidate: { passage }, score }: RankedPassage) =>
      score - share(passage) * (taken.get(sessionOf(passage)) ?? 0);
    const best = left.reduce((top, each, index) => (worth(each) > worth(left[top] ?? each) ? index : top), 0);
    const [next] = left.splice(best, 1);
    if (next === undefined) break;
    ordered.push(next);
    const session = sessionOf(next.candidate.passage);
    taken.set(session, (taken.get(session) ?? 0) + 1);
  }
  return ordered;
}

function sessionOf(passage: Passage): string {
  return `${passage.source}\u0000${passage.session}`;
}
