/**
 * Chunks of a body, each a copy of its own size. A plain read has the runtime make a buffer of kilobytes for each chunk, of
 * which a word needs two hundred bytes: that and its collection took a quarter of what a streamed word costs. So one
 * buffer is read into again and again, where the stream is one of bytes.
 */

/** A chunk of the network is shorter; one that is longer comes in parts. */
const BUFFER_BYTES = 16_384;

export type Chunk = { done: false; value: Uint8Array } | { done: true };

export interface ChunkReader {
  /** One at a time. Rejects when the connection breaks. */
  read(): Promise<Chunk>;
  /** Also of a read that waits. */
  cancel(): Promise<void>;
}

export function chunkReaderOf(body: ReadableStream<Uint8Array>): ChunkReader {
  const reader = bytesOf(body);
  return reader ? new BufferedReader(reader) : plainReader(body.getReader());
}

/** Undefined of a stream that gives chunks of whoever has made it. */
function bytesOf(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | undefined {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    return undefined;
  }
}

class BufferedReader implements ChunkReader {
  private readonly reader: ReadableStreamBYOBReader;
  private buffer = new Uint8Array(BUFFER_BYTES);

  constructor(reader: ReadableStreamBYOBReader) {
    this.reader = reader;
  }

  read(): Promise<Chunk> {
    return this.reader.read(this.buffer).then(({ done, value }) => {
      if (done || value === undefined) return { done: true };
      // The stream has made the buffer its own, and gives it back with what it holds.
      this.buffer = new Uint8Array(value.buffer);
      return { done: false, value: value.slice() };
    });
  }

  cancel(): Promise<void> {
    return this.reader.cancel();
  }
}

function plainReader(reader: ReadableStreamDefaultReader<Uint8Array>): ChunkReader {
  const read = async (): Promise<Chunk> => {
    const { done, value } = await reader.read();
    return done ? { done } : { done, value };
  };
  return { read, cancel: () => reader.cancel() };
}
