/**
 * Splits a stream of JSON into the values of its list, without parsing them: each is parsed by itself, so that a file of any size
 * needs the memory of its longest value.
 */
import { joinBytes } from "../../platform/bytes.ts";

/** A value, or the reason why there is none: it is too long, or the text breaks off behind it. */
export type JsonPiece = Uint8Array | "too_long" | "broken";

const [QUOTE, ESCAPE, COMMA, LIST, LINE] = [0x22, 0x5c, 0x2c, 0x5b, 0x0a];
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);
/** The UTF-8 byte order mark, which begins some files. */
const MARK = new Set([0xef, 0xbb, 0xbf]);
const DEEPEST = 500;

/** Values of the list; of anything else the whole, as one of at most `whole` bytes. Values are not checked for being JSON. */
export async function* valuesOf(
  chunks: AsyncIterable<Uint8Array>,
  most: number,
  whole = most,
): AsyncGenerator<JsonPiece, void> {
  const splitter = new Splitter(most, whole);
  for await (const chunk of chunks) {
    yield* splitter.take(chunk);
    if (splitter.isOver) return;
  }
  yield* splitter.end();
}

/** Lines of a file of JSON lines. */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  most: number,
): AsyncGenerator<JsonPiece, void> {
  const line = new Piece(most);
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(LINE); at >= 0; at = chunk.indexOf(LINE, from)) {
      line.add(chunk.subarray(from, at));
      from = at + 1;
      const value = line.taken();
      if (value) yield value;
    }
    line.add(chunk.subarray(from));
  }
  const last = line.taken();
  if (last) yield last;
}

/** Bytes that belong together, as long as they are not too many. */
class Piece {
  private parts: Uint8Array[] = [];
  private length = 0;
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  /** Copies the bytes: the chunk that they are in is not kept. */
  add(bytes: Uint8Array): void {
    this.length += bytes.length;
    if (this.length > this.most) this.parts = [];
    else if (bytes.length > 0) this.parts.push(bytes.slice());
  }

  /** Undefined: there is nothing but white space. */
  taken(): JsonPiece | undefined {
    const isTooLong = this.length > this.most;
    const bytes = joinBytes(this.parts);
    this.parts = [];
    this.length = 0;
    if (isTooLong) return "too_long";
    return bytes.some((byte) => byte > 0x20) ? bytes : undefined;
  }
}

class Splitter {
  isOver = false;
  private isList: boolean | undefined;
  private depth = 0;
  private isQuoted = false;
  private isEscaped = false;
  private piece: Piece;
  private readonly whole: number;

  constructor(most: number, whole: number) {
    this.piece = new Piece(most);
    this.whole = whole;
  }

  *take(chunk: Uint8Array): Generator<JsonPiece, void> {
    let from = 0;
    if (this.isList === undefined) {
      const start = chunk.findIndex((byte) => byte > 0x20 && !MARK.has(byte));
      if (start < 0) return;
      this.isList = chunk[start] === LIST;
      if (!this.isList) this.piece = new Piece(this.whole);
      from = this.isList ? start + 1 : start;
    }
    if (!this.isList) return this.piece.add(chunk.subarray(from));
    for (let at = from; at < chunk.length; at++) {
      const found = this.step(chunk[at] ?? 0);
      if (!found) continue;
      if (found === "broken") return yield* this.broken();
      this.piece.add(chunk.subarray(from, at));
      from = at + 1;
      const value = this.piece.taken();
      if (value) yield value;
      if (found === "close") {
        this.isOver = true;
        return;
      }
    }
    this.piece.add(chunk.subarray(from));
  }

  *end(): Generator<JsonPiece, void> {
    if (this.isList) return yield "broken";
    const whole = this.piece.taken();
    if (whole) yield whole;
  }

  private *broken(): Generator<JsonPiece, void> {
    this.isOver = true;
    yield "broken";
  }

  private step(byte: number): "comma" | "close" | "broken" | undefined {
    if (this.isQuoted) {
      if (this.isEscaped) this.isEscaped = false;
      else if (byte === ESCAPE) this.isEscaped = true;
      else if (byte === QUOTE) this.isQuoted = false;
      return undefined;
    }
    if (byte === QUOTE) this.isQuoted = true;
    else if (byte === COMMA) return this.depth === 0 ? "comma" : undefined;
    else if (OPEN.has(byte)) return ++this.depth > DEEPEST ? "broken" : undefined;
    else if (CLOSE.has(byte)) return this.depth-- === 0 ? "close" : undefined;
    return undefined;
  }
}
