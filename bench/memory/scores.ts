/** How well questions were answered: by the share of the evidence among the first results, without any judge. */

export interface Answered {
  evidence: readonly string[];
  /** Ids of the results, best first. */
  found: readonly string[];
}

export interface Scores {
  questions: number;
  r1: number;
  r5: number;
  r10: number;
  r20: number;
  hit10: number;
  mrr: number;
}

export function scoresOf(answered: readonly Answered[]): Scores {
  return {
    questions: answered.length,
    r1: mean(answered, (each) => recall(each, 1)),
    r5: mean(answered, (each) => recall(each, 5)),
    r10: mean(answered, (each) => recall(each, 10)),
    r20: mean(answered, (each) => recall(each, 20)),
    hit10: mean(answered, (each) => (recall(each, 10) > 0 ? 1 : 0)),
    mrr: mean(answered, reciprocalRank),
  };
}

function recall({ evidence, found }: Answered, depth: number): number {
  const top = new Set(found.slice(0, depth));
  return evidence.filter((id) => top.has(id)).length / evidence.length;
}

function reciprocalRank({ evidence, found }: Answered): number {
  const rank = found.findIndex((id) => evidence.includes(id));
  return rank === -1 ? 0 : 1 / (rank + 1);
}

function mean(answered: readonly Answered[], score: (each: Answered) => number): number {
  return answered.length === 0 ? 0 : answered.reduce((sum, each) => sum + score(each), 0) / answered.length;
}
