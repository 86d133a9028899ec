/** Turns a second of many conversations at once, and what each costs in CPU. */
import { median } from "../statistics.ts";
import { cpuTime } from "../targets/processes.ts";
import type { Session, Target } from "../targets/target.ts";

export interface ThroughputOptions {
  plan: string;
  conversations: number;
  seconds: number;
  rounds: number;
}

export interface Throughput {
  turnsPerSecond: number;
  cpuPerTurn: number;
  failures: number;
}

/** Turns after which a conversation is left: turns are measured, and not the growth of histories. */
const TURNS_PER_CONVERSATION = 20;

export async function measureThroughput(
  targets: Target[],
  options: ThroughputOptions,
): Promise<Throughput[]> {
  const runs = targets.map(() => [] as Throughput[]);
  for (let round = 0; round < options.rounds; round++) {
    for (const [at, target] of targets.entries()) runs[at]?.push(await runOnce(target, options));
  }
  return runs.map((all) => ({
    turnsPerSecond: median(all.map((run) => run.turnsPerSecond)),
    cpuPerTurn: median(all.map((run) => run.cpuPerTurn)),
    failures: all.reduce((sum, run) => sum + run.failures, 0),
  }));
}

async function runOnce(
  target: Target,
  { plan, conversations, seconds }: ThroughputOptions,
): Promise<Throughput> {
  const sessions = await Promise.all(Array.from({ length: conversations }, () => target.connect()));
  await Promise.all(sessions.map((session) => session.turn(plan)));
  const cpuBefore = cpuTime(target.pid);
  const began = performance.now();
  const end = began + seconds * 1000;
  const results = await Promise.all(sessions.map((session) => keepTalking(target, session, { plan, end })));
  const elapsed = (performance.now() - began) / 1000;
  const turns = results.reduce((sum, result) => sum + result.turns, 0);
  return {
    turnsPerSecond: turns / elapsed,
    cpuPerTurn: (cpuTime(target.pid) - cpuBefore) / turns,
    failures: results.reduce((sum, result) => sum + result.failures, 0),
  };
}

async function keepTalking(target: Target, first: Session, { plan, end }: { plan: string; end: number }) {
  let session = first;
  let turns = 0;
  let failures = 0;
  while (performance.now() < end) {
    try {
      await session.turn(plan);
      turns++;
    } catch (error) {
      failures++;
      if (failures === 1) console.error(`${target.name}: ${error}`);
      if (failures > 20) break;
    }
    if (turns % TURNS_PER_CONVERSATION === 0) {
      void session.close();
      session = await target.connect();
    }
  }
  await session.close();
  return { turns, failures };
}
