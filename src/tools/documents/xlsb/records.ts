/** Records of a part of a binary workbook (BIFF12). */

const MOST_RECORDS = 5_000_000;
const WIDE = new TextDecoder("utf-16le");
/** Length of a text that there is not. */
const NO_TEXT = 0xffffffff;

export class BinaryRecord {
  readonly type: number;
  readonly view: DataView;
  private readonly bytes: Uint8Array;

  constructor(type: number, bytes: Uint8Array) {
    this.type = type;
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Whether it is long enough for a field; what lies beyond its end reads as nothing. */
  has(at: number, size: number): boolean {
    return at + size <= this.bytes.length;
  }

  byte(at: number): number {
    return this.bytes[at] ?? 0;
  }

  short(at: number): number {
    return this.has(at, 2) ? this.view.getUint16(at, true) : 0;
  }

  word(at: number): number {
    return this.has(at, 4) ? this.view.getUint32(at, true) : 0;
  }

  double(at: number): number {
    return this.has(at, 8) ? this.view.getFloat64(at, true) : 0;
  }

  /** A text with its length before it. */
  text(at: number): string {
    return WIDE.decode(this.bytes.subarray(at + 4, this.endOfText(at)));
  }

  endOfText(at: number): number {
    const length = this.word(at);
    return at + 4 + (length === NO_TEXT ? 0 : 2 * length);
  }
}

/** A record that reaches beyond the end of the part is cut there. */
export function* binaryRecordsOf(part: Uint8Array): Generator<BinaryRecord, void> {
  let at = 0;
  for (let count = 0; at < part.length && count < MOST_RECORDS; count++) {
    const type = numberAt(part, at, 2);
    const size = numberAt(part, type.end, 4);
    at = size.end + size.value;
    yield new BinaryRecord(type.value, part.subarray(size.end, at));
  }
}

/** A number in groups of seven bits, the lowest first; the eighth says that another one follows. */
function numberAt(part: Uint8Array, from: number, most: number): { value: number; end: number } {
  let value = 0;
  for (let index = 0; index < most; index++) {
    const byte = part[from + index] ?? 0;
    value |= (byte & 127) << (7 * index);
    if (byte < 128) return { value, end: from + index + 1 };
  }
  return { value, end: from + most };
}
