/** Plain statistics of a sample. */

export function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** The value that 19 of 20 stay below. */
export function p95(values: number[]): number {
  return quantile(values, 0.95);
}

function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
