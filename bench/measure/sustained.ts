/**
 * Load that lasts: waves of streamed answers for a minute, beside sockets that are open and programs that begin a
 * conversation each. Failures are counted, since a server over its capacity is measured too.
 */
import { median, p95 } from "../statistics.ts";
import { cpuTime } from "../targets/processes.ts";
import type { Session, Target, TurnTimes } from "../targets/target.ts";
import { askSteadily, closeSessions, openSessions, pause } from "./crowd.ts";

export interface SustainedOptions {
  waves: number;
  /** Time between the beginnings of two waves. */
  waveEach_ms: number;
  /** Answers of a wave, which begin within `spread_ms`, evenly. */
  streams: number;
  spread_ms: number;
  words: number;
  /** Sockets that are open, and on which nothing happens. */
  idle: number;
  /** A second, for as long as the waves take: each a whole turn in a new conversation. */
  requests: number;
}

/** Times in ms. */
export interface Percentiles {
  median: number;
  p95: number;
}

export interface Sustained {
  /** Delays of an answer, beyond the model's own time. */
  first: Percentiles;
  full: Percentiles;
  /** Durations of a request. */
  request: Percentiles;
  /** Answers and requests that failed. */
  failures: number;
  /** Computing of all runtimes within the waves, as a share of one core. */
  share: number;
}

const WAIT_MS = 300;
const GAP_MS = 33;
/** An answer or request that has not ended by then counts as failed. */
const LONGEST_MS = 60_000;

export async function measureSustained(target: Target, options: SustainedOptions): Promise<Sustained> {
  const { waves, waveEach_ms, streams, words, idle, requests } = options;
  const silent = await openSessions(target, idle);
  const sessions = await openSessions(target, streams);
  await Promise.all(sessions.map((session) => session.turn("words=20 wait=0 gap=0")));
  const [before, began] = [cpuTime(target.pid), performance.now()];
  const asking = askSteadily(target, requests);
  const under: Promise<PromiseSettledResult<TurnTimes>[]>[] = [];
  for (let wave = 0; wave < waves; wave++) {
    await pause(began + wave * waveEach_ms - performance.now());
    under.push(runWave(sessions, options));
  }
  await pause(began + waves * waveEach_ms - performance.now());
  const share = (cpuTime(target.pid) - before) / (performance.now() - began);
  const asked = await asking.stop();
  const answers = (await Promise.all(under)).flat();
  await closeSessions([...sessions, ...silent]);
  const own = WAIT_MS + (words - 1) * GAP_MS;
  const times = valuesOf(answers);
  return {
    first: percentilesOf(times.map(({ first }) => first - WAIT_MS)),
    full: percentilesOf(times.map(({ full }) => full - own)),
    request: percentilesOf(valuesOf(asked)),
    failures: answers.length - times.length + asked.filter(({ status }) => status === "rejected").length,
    share,
  };
}

/** The answer under way in a session: the next one's time runs from when it was due. */
const busy = new WeakMap<Session, Promise<unknown>>();

function runWave(
  sessions: readonly Session[],
  { streams, spread_ms, words }: SustainedOptions,
): Promise<PromiseSettledResult<TurnTimes>[]> {
  const plan = `words=${words} wait=${WAIT_MS} gap=${GAP_MS}`;
  return Promise.allSettled(
    sessions.map(async (session, at) => {
      await pause((at * spread_ms) / streams);
      const due = performance.now();
      await busy.get(session);
      const late = performance.now() - due;
      const turn = session.turn(plan);
      busy.set(
        session,
        turn.catch(() => undefined),
      );
      const { first, full } = await inTime(turn);
      return { first: first + late, full: full + late };
    }),
  );
}

/** Computing of one turn of each kind, with all that follows it, in ms of all runtimes. */
export interface KindCosts {
  streamed: number;
  request: number;
}

/** ms after which the work that follows the last turn is done, extraction included. */
const SETTLED_MS = 75_000;
const COST_REQUESTS = 400;

/** Each kind alone, on a server that does nothing else. */
export async function measureKinds(target: Target, options: SustainedOptions): Promise<KindCosts> {
  const { streams, requests } = options;
  const sessions = await openSessions(target, streams);
  await Promise.all(sessions.map((session) => session.turn("words=20 wait=0 gap=0")));
  await pause(SETTLED_MS);
  const streamed = await cpuOf(target, async () => {
    const ended = await runWave(sessions, options);
    return valuesOf(ended).length;
  });
  await closeSessions(sessions);
  const request = await cpuOf(target, async () => {
    const asking = askSteadily(target, requests);
    await pause((COST_REQUESTS / requests) * 1000);
    return valuesOf(await asking.stop()).length;
  });
  return { streamed, request };
}

/** `run` resolves to the number of turns. */
async function cpuOf(target: Target, run: () => Promise<number>): Promise<number> {
  const before = cpuTime(target.pid);
  const turns = await run();
  await pause(SETTLED_MS);
  return (cpuTime(target.pid) - before) / turns;
}

function percentilesOf(values: number[]): Percentiles {
  return { median: median(values), p95: p95(values) };
}

function valuesOf<T>(settled: readonly PromiseSettledResult<T>[]): T[] {
  return settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no end in time")), LONGEST_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
