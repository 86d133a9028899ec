/** A stream as bytes, no more of them than there is room for, and no longer than somebody waits. */

export type ReadBytes =
  | { status: "read"; bytes: Uint8Array }
  | { status: "too_large" | "too_late" | "broken" };

/** Bytes that several streams share. */
export interface Room {
  left: number;
}

/** `most`: of this one; `room`: of all that are read beside it. What is not read to its end is cancelled. */
export async function readWithin(
  body: ReadableStream<Uint8Array>,
  { most, room }: { most: number; room: Room },
  signal: AbortSignal,
): Promise<ReadBytes> {
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  // Cancelled, a read that waits is answered as at the end.
  signal.addEventListener("abort", cancel);
  if (signal.aborted) cancel();
  try {
    const chunks = await chunksOf(reader, { most, room });
    if (signal.aborted) return { status: "too_late" };
    return chunks ? { status: "read", bytes: joined(chunks) } : { status: "too_large" };
  } catch {
    return { status: signal.aborted ? "too_late" : "broken" };
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}

/** Undefined: there is more than fits. What was taken of the room is given back then. */
async function chunksOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { most, room }: { most: number; room: Room },
): Promise<Uint8Array[] | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const { byteLength } = read.value;
    if (size + byteLength > most || byteLength > room.left) {
      room.left += size;
      return undefined;
    }
    chunks.push(read.value);
    size += byteLength;
    room.left -= byteLength;
  }
  return chunks;
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
