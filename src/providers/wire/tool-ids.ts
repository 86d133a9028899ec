/** Call ids as every provider takes them, the same text for a call and its result. */

/** Another provider may have made the id: what is not a letter, digit, dash or underscore becomes an underscore. */
export function wireCallId(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "call";
}
