/** Records of a workbook from before 2007 (BIFF), and its texts, which may go on in records of their own. */

export interface BiffRecord {
  type: number;
  bytes: Uint8Array;
  view: DataView;
  /** The records that continue this one. */
  more: Uint8Array[];
}

const CONTINUE = 0x003c;
const MOST_RECORDS = 5_000_000;

/** Records from an offset on. */
export function* recordsOf(stream: Uint8Array, from: number): Generator<BiffRecord, void> {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  let pending: BiffRecord | undefined;
  let count = 0;
  for (let at = from; at + 4 <= stream.length && count++ < MOST_RECORDS; ) {
    const type = view.getUint16(at, true);
    const bytes = stream.subarray(at + 4, at + 4 + view.getUint16(at + 2, true));
    at += 4 + view.getUint16(at + 2, true);
    if (type === CONTINUE && pending) {
      pending.more.push(bytes);
      continue;
    }
    if (pending) yield pending;
    pending = { type, bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), more: [] };
  }
  if (pending) yield pending;
}

const WIDE = new TextDecoder("utf-16le");
const NARROW = new TextDecoder("latin1");
const [IS_WIDE, HAS_PHONETICS, HAS_RUNS] = [1, 4, 8];

/** Reads texts one after the other from a record and its continuations. */
export class BiffTexts {
  private readonly pieces: readonly Uint8Array[];
  private piece = 0;
  private at: number;

  constructor({ bytes, more }: Pick<BiffRecord, "bytes" | "more">, at: number) {
    this.pieces = [bytes, ...more];
    this.at = at;
  }

  get isOver(): boolean {
    this.turn();
    return this.piece >= this.pieces.length;
  }

  /** A text with its length before it, in two bytes. */
  text(): string {
    const length = this.byte() + 256 * this.byte();
    return this.letters(length);
  }

  letters(length: number): string {
    const flags = this.byte();
    const runs = flags & HAS_RUNS ? this.byte() + 256 * this.byte() : 0;
    const phonetics = flags & HAS_PHONETICS ? this.number() : 0;
    const text = this.read(length, (flags & IS_WIDE) !== 0);
    this.skip(runs * 4 + phonetics);
    return text;
  }

  /** Letters that go on in the next piece say there again how wide they are. */
  private read(length: number, isWide: boolean): string {
    let [text, wide] = ["", isWide];
    while (text.length < length) {
      const piece = this.pieces[this.piece];
      if (!piece) break;
      const room = Math.floor((piece.length - this.at) / (wide ? 2 : 1));
      const taken = Math.min(room, length - text.length);
      const bytes = piece.subarray(this.at, this.at + taken * (wide ? 2 : 1));
      text += (wide ? WIDE : NARROW).decode(bytes);
      this.at += bytes.length;
      if (text.length >= length) break;
      [this.piece, this.at] = [this.piece + 1, 0];
      if (this.piece >= this.pieces.length) break;
      wide = (this.byte() & IS_WIDE) !== 0;
    }
    return text;
  }

  private skip(bytes: number): void {
    let left = bytes;
    while (left > 0 && !this.isOver) {
      const taken = Math.min(left, (this.pieces[this.piece]?.length ?? 0) - this.at);
      [this.at, left] = [this.at + taken, left - taken];
    }
  }

  private number(): number {
    return this.byte() + 256 * this.byte() + 65_536 * this.byte() + 16_777_216 * this.byte();
  }

  private byte(): number {
    this.turn();
    return this.pieces[this.piece]?.[this.at++] ?? 0;
  }

  private turn(): void {
    while (this.piece < this.pieces.length && this.at >= (this.pieces[this.piece]?.length ?? 0)) {
      this.piece += 1;
      this.at = 0;
    }
  }
}

/** Numbers in four bytes: an integer or the upper half of a fraction, perhaps in hundredths. */
export function shortNumber(view: DataView, at: number): number {
  const word = view.getInt32(at, true);
  const half = new DataView(new ArrayBuffer(8));
  half.setInt32(4, word & ~3, true);
  const value = word & 2 ? word >> 2 : half.getFloat64(0, true);
  return word & 1 ? value / 100 : value;
}
