/** How the memory of a server grows while conversations talk on at a steady pace, each for twenty turns and then a new one. */
import { residentMemory } from "../targets/processes.ts";
import type { Session, Target } from "../targets/target.ts";

export interface GrowthOptions {
  plan: string;
  conversations: number;
  /** Turns of all conversations together. */
  turnsPerSecond: number;
  minutes: number;
  /** Minutes after which it counts. */
  settled: number;
}

/** MiB, of all runtimes. */
export interface Growth {
  /** Memory after a minute. */
  first: number;
  /** Memory when it began to count. */
  settled: number;
  /** A minute, from then on. */
  growth: number;
}

interface Sample {
  minute: number;
  memory: number;
}

const TURNS_PER_CONVERSATION = 20;
const SAMPLE_EACH_MS = 10_000;

/** Throws where a turn fails. */
export async function measureGrowth(target: Target, options: GrowthOptions): Promise<Growth> {
  const { conversations, minutes, settled } = options;
  const began = performance.now();
  const samples: Sample[] = [];
  const end = began + minutes * 60_000;
  const talking = Array.from({ length: conversations }, (_, at) =>
    talkOn(target, { ...options, at, began, end }),
  );
  const sampling = (async () => {
    for (; performance.now() < end; await pause(SAMPLE_EACH_MS))
      samples.push({ minute: (performance.now() - began) / 60_000, memory: residentMemory(target.pid) });
  })();
  await Promise.all([sampling, ...talking]);
  const counted = samples.filter(({ minute }) => minute >= settled);
  const at = (minute: number) => samples.find((sample) => sample.minute >= minute)?.memory ?? Number.NaN;
  return { first: at(1), settled: at(settled), growth: slopeOf(counted) };
}

interface Talk extends GrowthOptions {
  at: number;
  began: number;
  end: number;
}

/** One turn each so many ms, the conversations one after the other; so are their ends. */
async function talkOn(target: Target, talk: Talk): Promise<void> {
  const { plan, conversations, turnsPerSecond, at, began, end } = talk;
  const gap = (conversations / turnsPerSecond) * 1000;
  let session: Session | undefined;
  let turns = Math.floor((at / conversations) * TURNS_PER_CONVERSATION);
  for (let next = began + (at / conversations) * gap; next < end; next += gap) {
    await pause(next - performance.now());
    session ??= await target.connect();
    await session.turn(plan);
    turns++;
    if (turns < TURNS_PER_CONVERSATION) continue;
    turns = 0;
    void session.close();
    session = undefined;
  }
  await session?.close();
}

/** Slope of the straight line that lies nearest to all. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, each) => sum + of(each), 0) / samples.length;
  const [minute, memory] = [mean((each) => each.minute), mean((each) => each.memory)];
  const square = mean((each) => (each.minute - minute) ** 2);
  return mean((each) => (each.minute - minute) * (each.memory - memory)) / square;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
