/** Reads how long a provider asks us to wait, in ms, from its headers. */

/** Undefined when the headers have no readable time. `now` is in ms since the epoch. */
export function readRetryAfter(headers: Headers | undefined, now: number): number | undefined {
  const exact = seconds(headers?.get("retry-after-ms"), 1);
  if (exact !== undefined) return exact;
  const given = headers?.get("retry-after")?.trim();
  if (!given) return undefined;
  return seconds(given, 1000) ?? untilDate(given, now);
}

function seconds(text: string | null | undefined, unit: number): number | undefined {
  if (!text || !/^\s*\d+(\.\d+)?\s*$/.test(text)) return undefined;
  return Math.ceil(Number(text) * unit);
}

function untilDate(text: string, now: number): number | undefined {
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
