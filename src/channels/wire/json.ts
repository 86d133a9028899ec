/** Parses JSON from outside; anything of another shape is undefined. */
import type { z } from "zod";

/** Undefined: not JSON, or of another shape. */
export function jsonAs<Shape extends z.ZodType>(
  schema: Shape,
  text: string | Uint8Array,
): z.output<Shape> | undefined {
  try {
    const words =
      typeof text === "string"
        ? text
        : new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(text);
    return schema.safeParse(JSON.parse(words)).data;
  } catch {
    // Truncated, or the page of a proxy.
    return undefined;
  }
}

/** The platform's retry delay in ms, from its header in seconds; empty without one. */
export function retryAfter(headers: Headers): { retry_after_ms?: number } {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? { retry_after_ms: Math.ceil(seconds * 1_000) } : {};
}
