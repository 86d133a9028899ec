/** The order of the results. */
import type { Passage } from "../model.ts";
import type { Prepared } from "./prepared.ts";
import type { ParsedQuery } from "./query.ts";
import type { Signals, SignalsOf } from "./signals.ts";
import { weigh } from "./weights.ts";

export interface Ranked {
  passage: Passage;
  score: number;
  signals: Signals;
}

/** Results that are put in the order in which they add something new; the rest keep their score's order. */
const SPREAD_DEPTH = 60;
/** What each result takes from the others of its session when the question asks for several things. */
const REPEAT = 0.2;

export function rank(pool: readonly Prepared[], signalsOf: SignalsOf, query: ParsedQuery): Ranked[] {
  const ranked = pool
    .map((candidate) => {
      const signals = signalsOf(candidate);
      return { passage: candidate.passage, signals, score: weigh(signals) };
    })
    .sort((a, b) => b.score - a.score || a.passage.id - b.passage.id);
  return query.wantsSeveral ? acrossSessions(ranked) : ranked;
}

/** "Which books has she read": the answers lie in several sessions, so no session may fill the list alone. */
function acrossSessions(ranked: readonly Ranked[]): Ranked[] {
  const left = ranked.slice(0, SPREAD_DEPTH);
  const taken = new Map<string, number>();
  const ordered: Ranked[] = [];
  while (left.length > 0) {
    const worth = ({ passage, score }: Ranked) => score - REPEAT * (taken.get(sessionOf(passage)) ?? 0);
    const best = left.reduce((top, each, index) => (worth(each) > worth(left[top] ?? each) ? index : top), 0);
    const [next] = left.splice(best, 1);
    if (next === undefined) break;
    ordered.push(next);
    taken.set(sessionOf(next.passage), (taken.get(sessionOf(next.passage)) ?? 0) + 1);
  }
  return [...ordered, ...ranked.slice(SPREAD_DEPTH)];
}

function sessionOf(passage: Passage): string {
  return `${passage.source}\u0000${passage.session}`;
}
