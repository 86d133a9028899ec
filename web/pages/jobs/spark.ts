/** Shapes of a job kind's chart in a drawing of fixed size. Pure. */
import type { KindOverTime } from "../../api/jobs.ts";

export const WIDTH = 480;
export const HEIGHT = 36;
const GAP = 2;
/** Least height: even one of very many is visible. */
const LEAST = 1.5;

interface Bar {
  at: number;
  x: number;
  width: number;
  /** Heights, stacked. */
  done: number;
  failed: number;
}

export function barsOf({ completed, failed }: KindOverTime): Bar[] {
  const most = Math.max(1, ...completed.map((done, at) => done + (failed[at] ?? 0)));
  const step = WIDTH / Math.max(1, completed.length);
  const height = (count: number) => (count === 0 ? 0 : Math.max(LEAST, (count / most) * (HEIGHT - LEAST)));
  return completed.map((done, at) => ({
    at,
    x: at * step + GAP / 2,
    width: step - GAP,
    done: height(done),
    failed: height(failed[at] ?? 0),
  }));
}

/** Points at the middle of each slot; empty when nothing ever waited or ran. */
export function lineOf({ waiting, running }: KindOverTime): string {
  const standing = waiting.map((count, at) => count + (running[at] ?? 0));
  const most = Math.max(...standing);
  if (!(most > 0)) return "";
  const step = WIDTH / standing.length;
  const y = (count: number) => HEIGHT - 1 - (count / most) * (HEIGHT - 2);
  return standing.map((count, at) => `${((at + 0.5) * step).toFixed(1)},${y(count).toFixed(1)}`).join(" ");
}
