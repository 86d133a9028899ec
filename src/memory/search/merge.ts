/** Merges the results for each part of a question, and for the question as a whole. */
import type { SearchHit } from "./hit.ts";
import type { ParsedQuery } from "./query.ts";

/** The whole and each part in turn, each with its next best. */
export function mergeParts(query: ParsedQuery, ranked: (sought: ParsedQuery) => SearchHit[]): SearchHit[] {
  const whole = narrowed(query, ranked(query));
  if (query.parts.length === 0) return whole;
  const lists = query.parts.map((sought) => ranked({ ...query, ...sought }));
  const best = bestOf(lists);
  return inTurn([whole, ...lists]).map((hit) => {
    const part = best.get(hit.passage.id);
    return part === undefined ? hit : { ...hit, part };
  });
}

/** A question that asks only for a time is shown that time alone, unless nothing is known of it. */
function narrowed({ time }: ParsedQuery, hits: SearchHit[]): SearchHit[] {
  const then = time?.isRecap ? hits.filter(({ signals }) => signals.date > 0) : [];
  return then.length > 0 ? then : hits;
}

/** Each part has a passage of its own. */
function bestOf(lists: readonly (readonly SearchHit[])[]): Map<number, number> {
  const best = new Map<number, number>();
  lists.forEach((list, part) => {
    const own = list.find(({ passage }) => !best.has(passage.id));
    if (own !== undefined) best.set(own.passage.id, part);
  });
  return best;
}

function inTurn(lists: readonly (readonly SearchHit[])[]): SearchHit[] {
  const all = new Map<number, SearchHit>();
  const longest = Math.max(...lists.map(({ length }) => length));
  for (let place = 0; place < longest; place++) {
    for (const list of lists) {
      const hit = list[place];
      if (hit !== undefined && !all.has(hit.passage.id)) all.set(hit.passage.id, hit);
    }
  }
  return [...all.values()];
}
