/** JSON of outside: what has not the shape is nothing. */
import type { z } from "zod";

/** Undefined when it is no JSON, or of another shape. */
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
    // Cut, or a page of a proxy.
    return undefined;
  }
}

/** The wait that a platform asks for, in ms, by its header in seconds; nothing where it says none. */
export function retryAfter(headers: Headers): { retry_after_ms?: number } {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? { retry_after_ms: Math.ceil(seconds * 1_000) } : {};
}
