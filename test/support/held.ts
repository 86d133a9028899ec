/**
 * How long this thread is held at a stretch, in ms of its own computing: what other processes take of the machine
 * meanwhile does not count, so that a busy machine changes nothing.
 */

export interface Holds {
  longest: number;
  /** What of all who come at some moment 95 % wait at most. */
  p95: number;
  /** How often others had their turn. */
  turns: number;
}

/** Until `work` has settled. */
export async function heldWhile<R>(work: Promise<R>): Promise<{ result: R; holds: Holds }> {
  let isOver = false;
  const watched = work.finally(() => {
    isOver = true;
  });
  const holds: number[] = [];
  while (!isOver) {
    const before = process.threadCpuUsage();
    await new Promise((resolve) => setImmediate(resolve));
    const { user, system } = process.threadCpuUsage(before);
    holds.push((user + system) / 1000);
  }
  return {
    result: await watched,
    holds: { longest: Math.max(...longOnes(holds)), p95: p95(holds), turns: holds.length },
  };
}

/** Who comes while it is held for `hold` waits from 0 to so long. */
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
