/** Depth limit for JSON from outside: deeply nested values are crafted to overflow recursive readers. */

/** Greater than the depth of any field of ours. */
export const MAX_JSON_DEPTH = 32;

/** Iterates level by level, so that any depth is refused without recursion. */
export function isShallow(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= MAX_JSON_DEPTH; depth++) {
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
    if (level.length === 0) return true;
  }
  return false;
}
