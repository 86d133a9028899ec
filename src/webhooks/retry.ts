/** Times of further attempts, as Standard Webhooks suggests them: the last is more than three days after the first. */

const [MINUTE, HOUR] = [60_000, 3_600_000];
const PAUSES_MS = [
  5_000,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** Share of the pause by which it may grow, so that many failed deliveries do not come back together. */
const JITTER = 0.2;

/** Time of the attempt after `attempts` failed ones, in ms since the epoch; undefined: there is none. */
export function nextAttempt(
  attempts: number,
  { now, after_ms, random }: { now: number; after_ms: number; random: () => number },
): number | undefined {
  const pause = PAUSES_MS[attempts - 1];
  if (pause === undefined) return undefined;
  return now + Math.max(after_ms, Math.round(pause * (1 + JITTER * random())));
}
