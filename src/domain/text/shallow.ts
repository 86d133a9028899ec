/** JSON of others is walked by what reads it: what lies too deep is made to hurt whoever does. */

/** No field of ours lies deeper. */
export const MAX_JSON_DEPTH = 32;

/** Level by level, so that no depth is too deep to be refused. */
export function isShallow(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= MAX_JSON_DEPTH; depth++) {
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
    if (level.length === 0) return true;
  }
  return false;
}
