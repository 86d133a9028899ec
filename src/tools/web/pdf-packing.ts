/** Whether a PDF unpacks to more than anybody could read: its library would unpack it whole, into memory. */

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
  let left = MOST_OF_ALL;
  let streams = 0;
  let damaged = 0;
  for (const start of streamsIn(pdf)) {
    if (++streams > MOST_STREAMS) return "The PDF has more parts than can be read.";
    if (!isPacked(pdf, start)) continue;
    const size = await unpackedSize(pdf.subarray(start), Math.min(left, MOST_OF_ONE));
    if (size === undefined) return TOO_MUCH;
    if (size === 0 && ++damaged > MOST_DAMAGED) return "The PDF is damaged.";
    left -= size;
  }
  return undefined;
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

/** Undefined: more than `most`, or packed twice. What is damaged counts as far as it goes. */
async function unpackedSize(packed: Uint8Array, most: number): Promise<number | undefined> {
  const reader = inPieces(packed).pipeThrough(new DecompressionStream("deflate")).getReader();
  let size = 0;
  let letters = 0;
  let stretch = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (size === 0 && isPacked(next.value, 0)) return undefined;
      size += next.value.byteLength;
      stretch += next.value.byteLength;
      letters += lettersIn(next.value);
      if (size > most || (letters > MOST_LETTERS && letters > size * MOSTLY)) return undefined;
      if (stretch > AT_A_STRETCH) await new Promise<void>((resolve) => void setTimeout(resolve, 0));
      if (stretch > AT_A_STRETCH) stretch = 0;
    }
  } catch {
    // The stream's end is followed by other things, or it is damaged: what came is what counts.
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  return size;
}
