/** Reads a response body within limits: one that is too big or of the wrong type is never held in memory. */
import { joinBytes } from "../platform/bytes.ts";
import { GuardError } from "./redirects.ts";

export async function readBody(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(response.headers.get("content-length") ?? 0) > maxBytes) {
    await response.body?.cancel();
    throw tooLarge(maxBytes);
  }
  if (!response.body) return new Uint8Array(0);
  return collect(response.body.getReader(), maxBytes);
}

async function collect(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw tooLarge(maxBytes);
    }
    chunks.push(next.value);
  }
  return joinBytes(chunks);
}

function tooLarge(maxBytes: number): GuardError {
  return new GuardError("too_large", `The answer is larger than ${maxBytes} bytes.`);
}

/** `accept` entries are `type/subtype` or `type/*`. A missing content type passes: the reader looks at the bytes. */
export function checkType(response: Response, accept: readonly string[] | undefined): void {
  const type = mediaType(response);
  if (!accept || type === "" || accept.some((pattern) => matches(type, pattern))) return;
  throw new GuardError("wrong_type", `The answer is ${type}; wanted: ${accept.join(", ")}.`);
}

export function mediaType(response: { headers: Headers }): string {
  return (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

function matches(type: string, pattern: string): boolean {
  return pattern.endsWith("/*") ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}
