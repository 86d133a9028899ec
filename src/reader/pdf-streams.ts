/** Finds the streams of a PDF. */

export interface StreamPlace {
  /** Offset of the keyword `stream`. */
  word: number;
  /** Offset of its first byte: the start of the next line, whatever else the keyword's line holds. */
  start: number;
}

const OPENS = new TextEncoder().encode("stream");
const [LINE_FEED, RETURN] = [0x0a, 0x0d];

/** The streams in file order; undefined when there are more than `most`. */
export function streamsIn(pdf: Uint8Array, most: number): StreamPlace[] | undefined {
  const places: StreamPlace[] = [];
  const lines = new Lines(pdf);
  for (let word = indexOf(pdf, OPENS, 0); word !== -1; word = indexOf(pdf, OPENS, word + OPENS.length)) {
    if (isInWord(pdf[word - 1])) continue;
    const start = lines.after(word);
    if (start === undefined) break;
    if (places.push({ word, start }) > most) return undefined;
  }
  return places;
}

/** True inside a longer word, such as "endstream". */
function isInWord(before = 0): boolean {
  return /[a-z]/i.test(String.fromCharCode(before));
}

/** Finds line ends. Places must be queried in ascending order, so that nothing is scanned twice. */
class Lines {
  private readonly pdf: Uint8Array;
  private readonly ends = new Map<number, number>();

  constructor(pdf: Uint8Array) {
    this.pdf = pdf;
  }

  /** Offset of the next line; undefined in the last one. */
  after(place: number): number | undefined {
    const end = Math.min(this.next(LINE_FEED, place), this.next(RETURN, place));
    if (end === Number.POSITIVE_INFINITY) return undefined;
    return end + (this.pdf[end] === RETURN && this.pdf[end + 1] === LINE_FEED ? 2 : 1);
  }

  private next(byte: number, place: number): number {
    const known = this.ends.get(byte) ?? -1;
    if (known >= place) return known;
    const found = this.pdf.indexOf(byte, place);
    const end = found === -1 ? Number.POSITIVE_INFINITY : found;
    this.ends.set(byte, end);
    return end;
  }
}

function indexOf(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}
