/** First text and full turn of one conversation at a time, and of the first turn of a new one. */
import { median } from "../statistics.ts";
import type { Target } from "../targets/target.ts";

export interface LatencyOptions {
  plan: string;
  rounds: number;
  turns: number;
}

export interface Latency {
  first: number;
  full: number;
  /** Latencies of each conversation's first turn. */
  newFirst: number;
  newFull: number;
}

const WARM_UP_TURNS = 5;

/** The targets take turns, round by round, so that what the machine does meanwhile falls on each alike. */
export async function measureLatency(targets: Target[], options: LatencyOptions): Promise<Latency[]> {
  for (const target of targets) await runConversation(target, options.plan, WARM_UP_TURNS);
  const samples = targets.map(() => ({
    first: [] as number[],
    full: [] as number[],
    newFirst: [] as number[],
    newFull: [] as number[],
  }));
  for (let round = 0; round < options.rounds; round++) {
    for (const [at, target] of targets.entries()) {
      const [opening, ...later] = await runConversation(target, options.plan, options.turns);
      const sample = samples[at];
      if (opening === undefined || sample === undefined) continue;
      sample.newFirst.push(opening.first);
      sample.newFull.push(opening.full);
      sample.first.push(...later.map((times) => times.first));
      sample.full.push(...later.map((times) => times.full));
    }
  }
  return samples.map((sample) => ({
    first: median(sample.first),
    full: median(sample.full),
    newFirst: median(sample.newFirst),
    newFull: median(sample.newFull),
  }));
}

async function runConversation(target: Target, plan: string, turns: number) {
  const session = await target.connect();
  const times = [];
  for (let turn = 0; turn < turns; turn++) times.push(await session.turn(plan));
  await session.close();
  return times;
}
