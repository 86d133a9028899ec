/** Which files of a suite go into which of its runs: all runs are to end together, and a count of files says little about that. */

/** Assumed duration of an unmeasured file; most take less. */
const USUAL_SECONDS = 1;

/**
 * Each file is in exactly one share, in the same one each time. The longest are dealt out first, each to who has least.
 * @param seconds what files take that take longer than most, by their paths
 */
export function sharesOf(
  files: readonly string[],
  count: number,
  seconds: Readonly<Record<string, number>>,
): string[][] {
  const takes = (file: string) => seconds[file] ?? USUAL_SECONDS;
  const longestFirst = [...files].sort((a, b) => takes(b) - takes(a) || (a < b ? -1 : 1));
  const shares = Array.from({ length: count }, () => ({ sum: 0, files: [] as string[] }));
  for (const file of longestFirst) {
    const least = shares.reduce((best, share) => (share.sum < best.sum ? share : best));
    least.files.push(file);
    least.sum += takes(file);
  }
  return shares.map((share) => share.files);
}
