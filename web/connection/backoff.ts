/** Delay before connection attempt `attempt` (from 1), in ms: doubles up to 15 s, with jitter. */
export function backoff(attempt: number, random: () => number): number {
  const ceiling = Math.min(15_000, 500 * 2 ** (attempt - 1));
  return Math.round(ceiling * (0.5 + random() * 0.5));
}
