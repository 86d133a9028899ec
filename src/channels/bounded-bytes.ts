/** Reads a stream into bytes, bounded in size and time. */
import { joinBytes } from "../platform/bytes.ts";

type ReadBytes = { status: "read"; bytes: Uint8Array } | { status: "too_large" | "too_late" | "broken" };

/** A byte allowance shared by several streams. */
export interface Room {
  left: number;
}

/** `most` bounds this stream, `room` all streams that are read side by side. Whatever is left unread is cancelled. */
export async function readWithin(
  body: ReadableStream<Uint8Array>,
  { most, room }: { most: number; room: Room },
  signal: AbortSignal,
): Promise<ReadBytes> {
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  // Cancelling the reader resolves a pending read as done.
  signal.addEventListener("abort", cancel);
  if (signal.aborted) cancel();
  try {
    const chunks = await chunksOf(reader, { most, room });
    if (signal.aborted) return { status: "too_late" };
    return chunks ? { status: "read", bytes: joinBytes(chunks) } : { status: "too_large" };
  } catch {
    return { status: signal.aborted ? "too_late" : "broken" };
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}

/** Undefined: the stream does not fit; the bytes it took from the room are given back. */
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
