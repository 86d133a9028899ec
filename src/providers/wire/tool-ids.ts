/** Call ids that every provider accepts, the same for a call and its result. */

/**
 * Another provider may have made the id: each character that is no letter, digit, dash or underscore becomes an
 * underscore.
 */
export function wireCallId(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "call";
}
