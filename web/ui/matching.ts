/** Choosing from a list by typing. */

/**
 * Entries with all words in their name or note; those whose name begins with them come first. Otherwise keeps the
 * order.
 */
export function matching<T extends { label: string; note: string }>(
  entries: readonly T[],
  asked: string,
): T[] {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter(({ label, note }) => {
    const all = `${label} ${note}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const begins = ({ label }: T) => (label.toLowerCase().startsWith(words.join(" ")) ? 0 : 1);
  return found.sort((a, b) => begins(a) - begins(b));
}

/** The index `step` entries away, wrapping around. */
export function stepIndex(at: number, step: number, count: number): number {
  return count === 0 ? 0 : (at + step + count) % count;
}
