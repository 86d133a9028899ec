/** Decompression bomb check: the PDF library unpacks a stream whole, into memory. */
import { pause } from "../platform/pause.ts";
import { inflate } from "./inflate.ts";
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
import { type StreamPlace, streamsIn } from "./pdf-streams.ts";

/**
 * Limits in bytes: of one stream of letters (page content, which the library parses without yielding), of one other
 * stream, and of all streams together.
 */
export const MOST_LETTERS = 2_000_000;
const MOST_OF_ONE = 24_000_000;
const MOST_OF_ALL = 200_000_000;
const MOST_STREAMS = 20_000;
/** Limit on streams that look packed but do not unpack. */
const MOST_DAMAGED = 100;
/** Bytes unpacked between two yields. */
const AT_A_STRETCH = 4_000_000;
const PIECE = 65_536;

const TOO_MUCH = "The PDF is too large once unpacked.";
const ODD = "The PDF uses a compression that isn't supported. Print it to a new PDF and use that.";
const LATIN = new TextDecoder("latin1");

/** Undefined when the PDF may be read, otherwise the reason why not. */
export async function problemOfPacking(pdf: Uint8Array): Promise<string | undefined> {
  const places = streamsIn(pdf, MOST_STREAMS);
  if (places === undefined) return "The PDF has too many parts.";
  const old = oldNames(LATIN.decode(pdf));
  if (old.isOdd || (old.isElsewhere && (old.hasLetters || old.hasPackers))) return ODD;
  const unseen = new OldNameWatch();
  const lists = new ListReader(old.isElsewhere ? (text) => unseen.read(text) : undefined);
  const letters = await lettersByObject(pdf, places, { old, lists, turns: new Turns() });
  if (typeof letters === "string") return letters;
  if (unseen.hasSeen) return ODD;
  for (let at = 0; at < pdf.length; at += PIECE) lists.read(pdf.subarray(at, at + PIECE));
  return lists.lists.some((list) => sum(list, letters) > MOST_LETTERS) ? TOO_MUCH : undefined;
}

interface Look {
  old: OldNames;
  lists: ListReader;
  turns: Turns;
}

/** Bytes of letters in each object's stream, or the reason why the PDF can't be read. */
async function lettersByObject(
  pdf: Uint8Array,
  places: readonly StreamPlace[],
  look: Look,
): Promise<Map<number, number> | string> {
  const letters = new Map<number, number>();
  const objects = objectsAt(
    pdf,
    places.map(({ word }) => word),
  );
  let left = MOST_OF_ALL;
  let damaged = 0;
  for (const [index, { start }] of places.entries()) {
    const stream = isPacked(pdf, start)
      ? await unpacked(pdf.subarray(start), Math.min(left, MOST_OF_ONE), look)
      : await packedOfOld(pdf.subarray(start, places[index + 1]?.start), look);
    if (stream === undefined || isTooLong(stream)) return TOO_MUCH;
    if (stream.isDamaged && ++damaged > MOST_DAMAGED) return "The PDF is damaged.";
    left -= stream.size;
    for (const object of objects[index] ?? [])
      letters.set(object, Math.max(stream.letters, letters.get(object) ?? 0));
  }
  return letters;
}

function sum(list: readonly number[], letters: ReadonlyMap<number, number>): number {
  return list.reduce((all, object) => all + (letters.get(object) ?? 0), 0);
}

/** Recognizes packed data by its first bytes: a name can be written in many ways. */
function isPacked(bytes: Uint8Array, at: number): boolean {
  const [first = 0, second = 0] = bytes.subarray(at, at + 2);
  return (first & 15) === 8 && (first * 256 + second) % 31 === 0;
}

/** The largest output of any reading of the stream, with the bytes behind it up to the next one. */
async function packedOfOld(bytes: Uint8Array, look: Look): Promise<Stream | undefined> {
  const { hasLetters, hasPackers } = look.old;
  const written = [bytes, ...(hasLetters ? [fromAscii85(bytes), fromHex(bytes)] : [])];
  let most: Stream = { size: bytes.length, letters: lettersIn(bytes) };
  for (const each of written) {
    const isDeflated = each !== bytes && isPacked(each, 0);
    const counted = isDeflated ? [await unpacked(each, MOST_OF_ONE, look)] : countsOf(each, hasPackers);
    for (const count of counted) {
      if (count === undefined || count.size > MOST_OF_ONE || isTooLong(count)) return undefined;
      if (count.letters > most.letters) most = count;
    }
  }
  // Decoding in JavaScript takes several times as long as scanning.
  await look.turns.took(hasLetters || hasPackers ? AT_A_STRETCH : bytes.length);
  return most;
}

function countsOf(bytes: Uint8Array, hasPackers: boolean): Stream[] {
  return hasPackers ? [countedLzw(bytes), countedRuns(bytes)] : [];
}

/**
 * Share of typeable characters above which a stream counts as page content: pages always have it, fonts and images
 * hardly ever.
 */
const MOSTLY = 0.8;
const SAMPLED = 16;

/** An estimate. */
function lettersIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at += SAMPLED) {
    const byte = bytes[at] ?? 0;
    if (byte >= 9 && byte < 127) count += SAMPLED;
  }
  return count;
}

interface Stream {
  /** Size after unpacking, in bytes. */
  size: number;
  letters: number;
  /** The stream claims to be packed and breaks off. */
  isDamaged?: boolean;
}

/** Undefined when the output exceeds `most` or is packed again. A damaged stream counts up to its fault. */
async function unpacked(
  packed: Uint8Array,
  most: number,
  { lists, turns }: Look,
): Promise<Stream | undefined> {
  const stream: Stream = { size: 0, letters: 0 };
  const pieces = inflate(packed);
  let next = pieces.next();
  for (; !next.done; next = pieces.next()) {
    const piece = next.value;
    if (stream.size === 0 && isPacked(piece, 0)) return undefined;
    stream.size += piece.length;
    stream.letters += lettersIn(piece);
    if (stream.size > most || isTooLong(stream)) return undefined;
    lists.read(piece);
    await turns.took(piece.length);
  }
  lists.end();
  if (next.value === "endless") return undefined;
  return { ...stream, isDamaged: next.value === "damaged" };
}

/** Yields to other work at intervals. */
class Turns {
  private taken = 0;

  async took(bytes: number): Promise<void> {
    // Even an empty stream costs time.
    this.taken += bytes + 1_000;
    if (this.taken < AT_A_STRETCH) return;
    this.taken = 0;
    await pause(0);
  }
}

function isTooLong({ size, letters }: Stream): boolean {
  return letters > MOST_LETTERS && letters > size * MOSTLY;
}
