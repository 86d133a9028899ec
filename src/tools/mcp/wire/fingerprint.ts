/** JSON compared as what it says, and not as it is written. */

/** Keys in one order, so that the same schema in another order is the same tool. */
export function fingerprint(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
