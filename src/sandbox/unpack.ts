/**
 * Decompresses a response body that fetch has left compressed, so that it can be read and searched for
 * secrets.
 */

type Format = "gzip" | "deflate" | "deflate-raw";

const DEEPEST = 3;
const PIECE = 4096;

/** A body that does not decompress is returned unchanged. Throws if more than `most` bytes come out. */
export async function unpack(
  body: Uint8Array<ArrayBuffer>,
  { encoding, most }: { encoding: string | null; most: number },
): Promise<Uint8Array<ArrayBuffer>> {
  let seen = body;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const inner = await firstOf(seen, { formats: formatsOf(seen, encoding), most });
    if (!inner) return seen;
    seen = inner;
  }
  return seen;
}

function formatsOf([first, second = 0]: Uint8Array, encoding: string | null): Format[] {
  if (first === 0x1f && second === 0x8b) return ["gzip"];
  const isZlib = first === 0x78 && (0x7800 + second) % 31 === 0;
  return [
    ...(isZlib ? ["deflate" as const] : []),
    ...(encoding === "deflate" ? ["deflate-raw" as const] : []),
  ];
}

async function firstOf(
  packed: Uint8Array<ArrayBuffer>,
  { formats, most }: { formats: readonly Format[]; most: number },
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  for (const format of formats) {
    const inner = await read(packed, { format, most });
    if (inner === "too much") throw new Error(`The answer is larger than ${most} bytes when it is unpacked.`);
    if (inner) return inner;
  }
  return undefined;
}

async function read(
  packed: Uint8Array<ArrayBuffer>,
  { format, most }: { format: Format; most: number },
): Promise<Uint8Array<ArrayBuffer> | "too much" | undefined> {
  const reader = inPieces(packed).pipeThrough(new DecompressionStream(format)).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.byteLength;
      if (size > most) {
        await reader.cancel();
        return "too much";
      }
      pieces.push(new Uint8Array(next.value));
    }
  } catch {
    // The body only looked compressed.
    return undefined;
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** Feeds it in small pieces, so that a decompression bomb is noticed early. */
function inPieces(packed: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= packed.length) return controller.close();
      controller.enqueue(packed.slice(at, at + PIECE));
      at += PIECE;
    },
  });
}
