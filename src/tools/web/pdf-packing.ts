/** Whether a PDF unpacks to more than anybody could read: its library would unpack it whole, into memory. */
import { ListReader, objectsAt } from "./pdf-lists.ts";

/** Bytes of one stream: of letters, as a page is written, which is gone through at a stretch; of other things; and of all. */
export const MOST_LETTERS = 2_000_000;
const MOST_OF_ONE = 24_000_000;
const MOST_OF_ALL = 200_000_000;
const MOST_STREAMS = 20_000;
/** Streams that begin as packed ones and can't be unpacked. */
const MOST_DAMAGED = 100;
/** Bytes that are unpacked before others have their turn. */
const AT_A_STRETCH = 4_000_000;
const PIECE = 65_536;

const OPENS = new TextEncoder().encode("stream");
const TOO_MUCH = "The PDF unpacks to more than can be read.";

/** Undefined: it may be read. */
export async function problemOfPacking(pdf: Uint8Array): Promise<string | undefined> {
  const starts = [...streamsIn(pdf)];
  if (starts.length > MOST_STREAMS) return "The PDF has more parts than can be read.";
  const lists = new ListReader();
  const letters = new Map<number, number>();
  const objects = objectsAt(pdf, starts);
  let left = MOST_OF_ALL;
  let damaged = 0;
  for (const [index, start] of starts.entries()) {
    const stream = isPacked(pdf, start)
      ? await unpacked(pdf.subarray(start), Math.min(left, MOST_OF_ONE), lists)
      : asItIs(pdf.subarray(start, starts[index + 1]));
    if (stream === undefined || isTooLong(stream)) return TOO_MUCH;
    if (stream.size === 0 && ++damaged > MOST_DAMAGED) return "The PDF is damaged.";
    left -= stream.size;
    const object = objects[index] ?? 0;
    letters.set(object, Math.max(stream.letters, letters.get(object) ?? 0));
  }
  for (let at = 0; at < pdf.length; at += PIECE) lists.read(pdf.subarray(at, at + PIECE));
  return lists.lists.some((list) => sum(list, letters) > MOST_LETTERS) ? TOO_MUCH : undefined;
}

function sum(list: readonly number[], letters: ReadonlyMap<number, number>): number {
  return list.reduce((all, object) => all + (letters.get(object) ?? 0), 0);
}

/** Where the bytes of each stream begin. */
function* streamsIn(pdf: Uint8Array): Generator<number> {
  for (let at = indexOf(pdf, OPENS, 0); at !== -1; at = indexOf(pdf, OPENS, at + OPENS.length)) {
    const after = at + OPENS.length;
    if (pdf[after] === 0x0a) yield after + 1;
    else if (pdf[after] === 0x0d) yield after + (pdf[after + 1] === 0x0a ? 2 : 1);
  }
}

function indexOf(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}

/** By its first bytes, whatever the names around it say: a name can be written in many ways. */
function isPacked(bytes: Uint8Array, at: number): boolean {
  const [first = 0, second = 0] = bytes.subarray(at, at + 2);
  return (first & 15) === 8 && first >> 4 <= 7 && (first * 256 + second) % 31 === 0;
}

/** With what follows it, up to the next one. */
function asItIs(bytes: Uint8Array): Stream {
  return { size: bytes.length, letters: lettersIn(bytes) };
}

/** Nothing is copied but what is asked for: each stream is followed by the whole rest of the file. */
function inPieces(bytes: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + PIECE)));
      at += PIECE;
      if (at >= bytes.length) controller.close();
    },
  });
}

/** Fonts and images are hardly ever this much of what can be typed, and pages always. */
const MOSTLY = 0.8;
const SAMPLED = 16;

/** About how many. */
function lettersIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at += SAMPLED) {
    const byte = bytes[at] ?? 0;
    if (byte >= 9 && byte < 127) count += SAMPLED;
  }
  return count;
}

interface Stream {
  /** Unpacked; 0 of one that is damaged. */
  size: number;
  letters: number;
}

/** Undefined: more than `most`, or packed twice. What is damaged counts as far as it goes. */
async function unpacked(packed: Uint8Array, most: number, lists: ListReader): Promise<Stream | undefined> {
  const reader = inPieces(packed).pipeThrough(new DecompressionStream("deflate")).getReader();
  const stream = { size: 0, letters: 0 };
  let stretch = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (stream.size === 0 && isPacked(next.value, 0)) return undefined;
      stream.size += next.value.byteLength;
      stretch += next.value.byteLength;
      stream.letters += lettersIn(next.value);
      if (stream.size > most || isTooLong(stream)) return undefined;
      lists.read(next.value);
      if (stretch > AT_A_STRETCH) await new Promise<void>((resolve) => void setTimeout(resolve, 0));
      if (stretch > AT_A_STRETCH) stretch = 0;
    }
  } catch {
    // The stream's end is followed by other things, or it is damaged: what came is what counts.
  } finally {
    lists.end();
    await reader.cancel().catch(() => undefined);
  }
  return stream;
}

function isTooLong({ size, letters }: Stream): boolean {
  return letters > MOST_LETTERS && letters > size * MOSTLY;
}
