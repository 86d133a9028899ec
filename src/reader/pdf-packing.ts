/** Whether a PDF unpacks to more than anybody could read: its library would unpack it whole, into memory. */
import { ListReader, objectsAt } from "./pdf-lists.ts";
import {
  countedLzw,
  countedRuns,
  fromAscii85,
  fromHex,
  type OldNames,
  OldNameWatch,
  oldNames,
} from "./pdf-old-filters.ts";

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
const ODD = "The PDF is packed in a way that is not read here. Print it to a new PDF, and give that.";
const LATIN = new TextDecoder("latin1");

/** Undefined: it may be read. */
export async function problemOfPacking(pdf: Uint8Array): Promise<string | undefined> {
  const starts = [...streamsIn(pdf)];
  if (starts.length > MOST_STREAMS) return "The PDF has more parts than can be read.";
  const old = oldNames(LATIN.decode(pdf));
  if (old.isOdd || (old.isElsewhere && (old.hasLetters || old.hasPackers))) return ODD;
  const unseen = new OldNameWatch();
  const lists = new ListReader(old.isElsewhere ? (text) => unseen.read(text) : undefined);
  const letters = new Map<number, number>();
  const objects = objectsAt(pdf, starts);
  let left = MOST_OF_ALL;
  let damaged = 0;
  for (const [index, start] of starts.entries()) {
    const stream = isPacked(pdf, start)
      ? await unpacked(pdf.subarray(start), Math.min(left, MOST_OF_ONE), lists)
      : await packedOfOld(pdf.subarray(start, starts[index + 1]), old, lists);
    if (stream === undefined || isTooLong(stream)) return TOO_MUCH;
    if (stream.size === 0 && ++damaged > MOST_DAMAGED) return "The PDF is damaged.";
    left -= stream.size;
    const object = objects[index] ?? 0;
    letters.set(object, Math.max(stream.letters, letters.get(object) ?? 0));
  }
  if (unseen.hasSeen) return ODD;
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

/** The most that it can be read as: with what follows it, up to the next one. */
async function packedOfOld(
  bytes: Uint8Array,
  { hasLetters, hasPackers }: OldNames,
  lists: ListReader,
): Promise<Stream | undefined> {
  const written = [bytes, ...(hasLetters ? [fromAscii85(bytes), fromHex(bytes)] : [])];
  let most: Stream = { size: bytes.length, letters: lettersIn(bytes) };
  for (const each of written) {
    const isDeflated = each !== bytes && isPacked(each, 0);
    const counted = isDeflated ? [await unpacked(each, MOST_OF_ONE, lists)] : countsOf(each, hasPackers);
    for (const count of counted) {
      if (count === undefined || count.size > MOST_OF_ONE || isTooLong(count)) return undefined;
      if (count.letters > most.letters) most = count;
    }
    await othersTurn();
  }
  return most;
}

function countsOf(bytes: Uint8Array, hasPackers: boolean): Stream[] {
  return hasPackers ? [countedLzw(bytes), countedRuns(bytes)] : [];
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
      if (stretch > AT_A_STRETCH) await othersTurn();
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

function othersTurn(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, 0));
}

function isTooLong({ size, letters }: Stream): boolean {
  return letters > MOST_LETTERS && letters > size * MOSTLY;
}
