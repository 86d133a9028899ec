/** The order of the results. */
import type { Passage } from "../ports/model.ts";
import type { Prepared } from "./prepared.ts";
import type { ParsedQuery } from "./query.ts";
import type { Signals, SignalsOf } from "./signals.ts";
import { weigh } from "./weights.ts";

export interface Ranked {
  candidate: Prepared;
  score: number;
  signals: Signals;
}

/** What each result takes from the others of its session when the question asks for several things. */
const REPEAT = 0.2;

/** Candidates whose meaning is looked at: the rest keep the order of their words. */
const LOOKED_AT = 50;

export function rank(pool: readonly Prepared[], signalsOf: SignalsOf, query: ParsedQuery): Ranked[] {
  const byWords = pool.map((candidate) => scored(candidate, signalsOf.quick(candidate)));
  byWords.sort(better);
  const best = byWords
    .slice(0, LOOKED_AT)
    .map(({ candidate, signals }) => scored(candidate, signalsOf.full(candidate, signals)));
  best.sort(better);
  return [...(query.wantsSeveral ? acrossSessions(best) : best), ...byWords.slice(LOOKED_AT)];
}

function scored(candidate: Prepared, signals: Signals): Ranked {
  return { candidate, signals, score: weigh(signals) };
}

function better(a: Ranked, b: Ranked): number {
  return b.score - a.score || a.candidate.passage.id - b.candidate.passage.id;
}

/** "Which books has she read": the answers lie in several sessions, so no session may fill the list alone. */
function acrossSessions(ranked: readonly Ranked[]): Ranked[] {
  const left = [...ranked];
  const taken = new Map<string, number>();
  const ordered: Ranked[] = [];
  while (left.length > 0) {
    const worth = ({ candidate: { passage }, score }: Ranked) =>
      score - REPEAT * (taken.get(sessionOf(passage)) ?? 0);
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
