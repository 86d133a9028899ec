/**
 * Many answers at once at the pace of people's models, beside sockets that are open and requests of programs: what the
 * server adds to the answers, and the CPU of a word.
 */
import { median, p95 } from "../statistics.ts";
import { cpuTime } from "../targets/processes.ts";
import type { Target } from "../targets/target.ts";
import { askSteadily, closeSessions, openSessions, pause } from "./crowd.ts";

export interface StreamsOptions {
  streams: number;
  words: number;
  rounds: number;
  /** Sockets that are open, and on which nothing happens. */
  idle: number;
  /** A second, while the answers run: each a whole turn in a new conversation. */
  requests: number;
}

export interface Streams {
  /** Beyond the model's own time, in ms, 95th percentile. */
  first: number;
  full: number;
  /** Latency of a request, in ms, 95th percentile; 0 without requests. */
  request: number;
  /** Processor time of a word, in ms, with that of the requests. */
  cpuPerWord: number;
}

const WAIT_MS = 300;
const GAP_MS = 33;
/** The answers begin within so many ms, evenly. */
const SPREAD_MS = 2_000;

/** Of targets in alternation; the medians of the rounds. Throws when one answer or request fails. */
export async function measureStreams(targets: Target[], options: StreamsOptions): Promise<Streams[]> {
  const runs = targets.map(() => [] as Streams[]);
  for (let round = 0; round < options.rounds; round++) {
    for (const [at, target] of targets.entries()) runs[at]?.push(await runOnce(target, options));
  }
  return runs.map(mediansOf);
}

export function mediansOf(runs: readonly Streams[]): Streams {
  return {
    first: median(runs.map((run) => run.first)),
    full: median(runs.map((run) => run.full)),
    request: median(runs.map((run) => run.request)),
    cpuPerWord: median(runs.map((run) => run.cpuPerWord)),
  };
}

async function runOnce(target: Target, { streams, words, idle, requests }: StreamsOptions): Promise<Streams> {
  const silent = await openSessions(target, idle);
  const sessions = await openSessions(target, streams);
  await Promise.all(sessions.map((session) => session.turn("words=20 wait=0 gap=0")));
  const before = cpuTime(target.pid);
  const asking = askSteadily(target, requests);
  const times = await Promise.all(
    sessions.map(async (session, at) => {
      await pause((at * SPREAD_MS) / streams);
      return session.turn(`words=${words} wait=${WAIT_MS} gap=${GAP_MS}`);
    }),
  );
  const asked = timesOf(await asking.stop());
  const used = cpuTime(target.pid) - before;
  await closeSessions([...sessions, ...silent]);
  const own = WAIT_MS + (words - 1) * GAP_MS;
  return {
    first: p95(times.map(({ first }) => first - WAIT_MS)),
    full: p95(times.map(({ full }) => full - own)),
    request: asked.length === 0 ? 0 : p95(asked),
    cpuPerWord: used / (streams * words),
  };
}

/** Throws when one has failed. */
function timesOf(asked: readonly PromiseSettledResult<number>[]): number[] {
  return asked.map((each) => {
    if (each.status === "rejected") throw each.reason;
    return each.value;
  });
}
