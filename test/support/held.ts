/**
 * How long this thread is held at a stretch, in ms of its own computing: what other processes take of the machine
 * meanwhile does not count, so that a busy machine changes nothing.
 */

export interface Holds {
  longest: number;
  /** Longest wait of 95 % of the callers that arrive at random moments. */
  p95: number;
  /** How often others had their turn, or could have had. */
  turns: number;
}

/** A turn of the event loop takes less than this when nothing else computes. */
const IDLE_MS = 0.1;
/** Fewest such turns per ms. */
const TURNS_IN_A_MS = 10;

/** Measures until `work` has settled. */
export async function heldWhile<R>(work: Promise<R>): Promise<{ result: R; holds: Holds }> {
  let isOver = false;
  const watched = work.finally(() => {
    isOver = true;
  });
  const holds: number[] = [];
  let turns = 0;
  for (let hold = Number.POSITIVE_INFINITY; !isOver; holds.push(hold)) {
    const isIdle = hold < IDLE_MS;
    const before = process.threadCpuUsage();
    // Where nobody computes, to ask again at once would be all that is computed.
    await new Promise((resolve) => (isIdle ? setTimeout(resolve, 1) : setImmediate(resolve)));
    const { user, system } = process.threadCpuUsage(before);
    hold = (user + system) / 1000;
    turns += isIdle ? TURNS_IN_A_MS : 1;
  }
  return { result: await watched, holds: { longest: Math.max(...longOnes(holds)), p95: p95(holds), turns } };
}

/** A caller that arrives during a hold of `hold` ms waits between 0 ms and `hold`, evenly distributed. */
function p95(holds: readonly number[]): number {
  const all = holds.reduce((sum, hold) => sum + hold, 0);
  const waiting = (ms: number) => holds.reduce((sum, hold) => sum + Math.max(0, hold - ms), 0);
  let ms = 0;
  while (waiting(ms) > all * 0.05) ms += 1;
  return ms;
}

function longOnes(holds: readonly number[]): number[] {
  return [0, ...holds.filter((hold) => hold > 1)];
}
