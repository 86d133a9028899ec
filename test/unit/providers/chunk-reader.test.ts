import { describe, expect, it } from "vitest";
import { type ChunkReader, chunkReaderOf } from "../../../src/providers/wire/chunk-reader.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** As the runtime gives a body of the network, and as somebody's code gives one. */
const KINDS = {
  "a stream of bytes": (chunks: Uint8Array[], after?: () => void) => {
    const left = [...chunks];
    return new ReadableStream({
      type: "bytes",
      pull: (stream) => next(stream, left, after),
      cancel: () => after?.(),
    });
  },
  "a stream of chunks": (chunks: Uint8Array[], after?: () => void) => {
    const left = [...chunks];
    return new ReadableStream({ pull: (stream) => next(stream, left, after), cancel: () => after?.() });
  },
};

interface Stream {
  enqueue(chunk: Uint8Array<ArrayBuffer>): void;
  close(): void;
  byobRequest?: ReadableStreamBYOBRequest | null;
}

/** With `after` it stays open when it has nothing more. */
function next(stream: Stream, left: Uint8Array[], after?: () => void): Promise<void> | undefined {
  const chunk = left.shift();
  if (chunk) stream.enqueue(new Uint8Array(chunk));
  else if (after) return new Promise(() => undefined);
  else {
    stream.close();
    stream.byobRequest?.respond(0);
  }
  return undefined;
}

async function all(reader: ChunkReader): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for (;;) {
    const chunk = await reader.read();
    if (chunk.done) return chunks;
    chunks.push(chunk.value.slice());
  }
}

describe.each(Object.entries(KINDS))("of %s", (_name, streamOf) => {
  it("each chunk is there until the next read", async () => {
    const said = ["one ", "two ", "", "three"].filter((word) => word !== "");
    const chunks = await all(chunkReaderOf(streamOf(said.map(bytes))));
    expect(chunks.map((chunk) => new TextDecoder().decode(chunk))).toEqual(said);
  });

  it("a long one comes whole, in parts or not", async () => {
    const long = "heron ".repeat(20_000);
    const chunks = await all(chunkReaderOf(streamOf([bytes(long), bytes("end")])));
    const text = chunks.map((chunk) => new TextDecoder().decode(chunk)).join("");
    expect(text).toBe(`${long}end`);
  });

  it("the end gives what has come, also to a read that waits for more", async () => {
    const reader = chunkReaderOf(streamOf([bytes("one")]));
    const chunk = await reader.read(1_000);
    expect(chunk.done ? "" : new TextDecoder().decode(chunk.value)).toBe("one");
    expect((await reader.read(1_000)).done).toBe(true);
  });

  it("a read that waits ends when it is cancelled", async () => {
    let isCancelled = false;
    const reader = chunkReaderOf(
      streamOf([], () => {
        isCancelled = true;
      }),
    );
    const reading = reader.read();
    await reader.cancel();
    expect((await reading).done).toBe(true);
    expect(isCancelled).toBe(true);
  });
});

it("a read that waits for so many bytes gathers chunks", async () => {
  const chunks = ["one ", "two ", "three ", "four "].map(bytes);
  const reader = chunkReaderOf(KINDS["a stream of bytes"](chunks));
  const chunk = await reader.read(9);
  expect(chunk.done ? "" : new TextDecoder().decode(chunk.value)).toBe("one two three ");
});
