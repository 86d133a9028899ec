/**
 * Chunks of a body. A plain read has the runtime make a buffer of kilobytes for each chunk, of which a word needs two
 * hundred bytes: that and its collection took a quarter of what a streamed word costs. So one buffer is read into again
 * and again, where the stream is one of bytes.
 */

/** A chunk of the network is shorter; one that is longer comes in parts. */
const BUFFER_BYTES = 16_384;

export type Chunk = { done: false; value: Uint8Array } | { done: true };

export interface ChunkReader {
  /**
   * One at a time; what it gives is there until the next read. With `least`, the runtime gathers chunks until there are
   * so many bytes or the end, where it can: at most what the buffer holds. Rejects when the connection breaks.
   */
  read(least?: number): Promise<Chunk>;
  /** Also of a read that waits. */
  cancel(): Promise<void>;
}

export function chunkReaderOf(body: ReadableStream<Uint8Array>): ChunkReader {
  const reader = bytesOf(body);
  return reader ? new BufferedReader(reader) : plainReader(body.getReader());
}

/** As the standard has it; the types of the Workers lack `min`, which their runtime knows. */
interface ByteReader {
  read(
    view: Uint8Array<ArrayBuffer>,
    options: { min: number },
  ): Promise<{ value?: Uint8Array<ArrayBuffer> | undefined }>;
  cancel(): Promise<void>;
}

/** Undefined of a stream that gives chunks of whoever has made it. */
function bytesOf(body: ReadableStream<Uint8Array>): ByteReader | undefined {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    return undefined;
  }
}

class BufferedReader implements ChunkReader {
  private readonly reader: ByteReader;
  private buffer = new Uint8Array(BUFFER_BYTES);

  constructor(reader: ByteReader) {
    this.reader = reader;
  }

  async read(least = 1): Promise<Chunk> {
    const { value } = await this.reader.read(this.buffer, { min: Math.min(least, BUFFER_BYTES) });
    // Cancelled, or at the end: less than was asked for has come, or nothing.
    if (value === undefined || value.byteLength === 0) return { done: true };
    // The stream has made the buffer its own, and gives it back with what it holds.
    this.buffer = new Uint8Array(value.buffer);
    return { done: false, value };
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
