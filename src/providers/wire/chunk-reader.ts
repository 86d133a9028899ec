/**
 * Reads chunks of a body. A plain read has the runtime allocate kilobytes for each chunk, of which a word needs two
 * hundred bytes: that and its garbage collection took a quarter of the cost of a streamed word. So byte streams are
 * read into one buffer, again and again.
 */

/** Chunks of the network are shorter; a longer one comes in parts. */
const BUFFER_BYTES = 16_384;

export type Chunk = { done: false; value: Uint8Array } | { done: true };

export interface ChunkReader {
  /**
   * One read at a time; its chunk is valid until the next read. With `least`, the runtime gathers chunks, where it
   * can, until it has that many bytes or the end, and at most as many as the buffer holds. Rejects when the
   * connection breaks.
   */
  read(least?: number): Promise<Chunk>;
  /** Cancels a pending read too. */
  cancel(): Promise<void>;
}

export function chunkReaderOf(body: ReadableStream<Uint8Array>): ChunkReader {
  const reader = bytesOf(body);
  return reader ? new BufferedReader(reader) : plainReader(body.getReader());
}

/** The standard's reader; the Workers' types lack `min`, which their runtime supports. */
interface ByteReader {
  read(
    view: Uint8Array<ArrayBuffer>,
    options: { min: number },
  ): Promise<{ value?: Uint8Array<ArrayBuffer> | undefined }>;
  cancel(): Promise<void>;
}

/** Undefined for a stream that is no byte stream. */
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
    // Cancelled or ended: fewer bytes than asked for, or none.
    if (value === undefined || value.byteLength === 0) return { done: true };
    // The stream took ownership of the buffer, and returns it with the data.
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
