/** Many answers at once at the pace of people's models: what the server adds to them, and the CPU of a word. */
import { median, p95 } from "../statistics.ts";
import { cpuTime } from "../targets/processes.ts";
import type { Target } from "../targets/target.ts";

export interface StreamsOptions {
  streams: number;
  words: number;
  rounds: number;
}

export interface Streams {
  /** Beyond the model's own time, in ms, 95th percentile. */
  first: number;
  full: number;
  cpuPerWord: number;
}

const WAIT_MS = 300;
const GAP_MS = 33;
/** The answers begin within so many ms, evenly. */
const SPREAD_MS = 2_000;

/** Of targets in alternation; the medians of the rounds. */
export async function measureStreams(targets: Target[], options: StreamsOptions): Promise<Streams[]> {
  const runs = targets.map(() => [] as Streams[]);
  for (let round = 0; round < options.rounds; round++) {
    for (const [at, target] of targets.entries()) runs[at]?.push(await runOnce(target, options));
  }
  return runs.map((all) => ({
    first: median(all.map((run) => run.first)),
    full: median(all.map((run) => run.full)),
    cpuPerWord: median(all.map((run) => run.cpuPerWord)),
  }));
}

async function runOnce(target: Target, { streams, words }: StreamsOptions): Promise<Streams> {
  const sessions = await Promise.all(Array.from({ length: streams }, () => target.connect()));
  await Promise.all(sessions.map((session) => session.turn("words=20 wait=0 gap=0")));
  const before = cpuTime(target.pid);
  const times = await Promise.all(
    sessions.map(async (session, at) => {
      await new Promise((resolve) => setTimeout(resolve, (at * SPREAD_MS) / streams));
      return session.turn(`words=${words} wait=${WAIT_MS} gap=${GAP_MS}`);
    }),
  );
  const used = cpuTime(target.pid) - before;
  await Promise.all(sessions.map((session) => session.close()));
  const own = WAIT_MS + (words - 1) * GAP_MS;
  return {
    first: p95(times.map(({ first }) => first - WAIT_MS)),
    full: p95(times.map(({ full }) => full - own)),
    cpuPerWord: used / (streams * words),
  };
}
