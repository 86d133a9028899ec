/**
 * Streaming inflate that stops where the stream ends or breaks. The runtime's own DecompressionStream rejects bytes
 * behind the end, which a PDF always has, and drops all output before a fault. PDF readers show that output, and so
 * does this one: a distance that points before the beginning reads zeros, and an oversubscribed set of codes is
 * accepted.
 */

const WINDOW = 32_768;
const PIECE = 65_536;
/** Longest match of one length code, in bytes. */
const LONGEST = 258;
/**
 * Limit on table entries filled in total. It bounds the work of a stream of many small blocks, which its bytes do not.
 */
const MOST_FILLED = 60_000_000;
/** Cost of a stored block, which fills no table, counted in such entries. */
const A_BLOCK = 500;

/** Order in which the code length code's own lengths are stored (RFC 1951, 3.2.7). */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const LENGTHS = bases(LENGTH_BITS, 3).with(-1, LONGEST);
const DISTANCE_BITS = Array.from({ length: 30 }, (_, code) => Math.max(0, (code >> 1) - 1));
const DISTANCES = bases(DISTANCE_BITS, 1);

/** The first value of each code: a code with `bits` extra bits covers 2^bits values. */
function bases(bits: readonly number[], first: number): number[] {
  let next = first;
  return bits.map((more) => {
    const base = next;
    next += 1 << more;
    return base;
  });
}

/** `damaged`: the stream breaks off or is not deflate. `endless`: it takes more computing than its bytes justify. */
export type Ending = "whole" | "damaged" | "endless";

/**
 * `packed` begins with a zlib header and may go on behind the stream's end. A yielded piece is valid only until the
 * next one is requested.
 */
export function* inflate(packed: Uint8Array): Generator<Uint8Array, Ending> {
  const out = new Out();
  const work = new Work(packed);
  try {
    for (let isLast = false; !isLast; ) {
      isLast = work.bits(1) === 1;
      const kind = work.bits(2);
      if (kind === 0) yield* stored(work, out);
      else if (kind === 3) throw new DamagedError();
      else yield* ofCodes(work, out, kind === 1 ? fixed() : dynamic(work));
      work.filled += A_BLOCK;
      if (work.filled > MOST_FILLED) return "endless";
    }
  } catch (problem) {
    if (!(problem instanceof DamagedError)) throw problem;
    yield out.take();
    return "damaged";
  }
  yield out.take();
  return "whole";
}

class DamagedError extends Error {}

/** Output buffer: the current piece, preceded by the window that matches refer to. */
class Out {
  readonly bytes = new Uint8Array(WINDOW + PIECE + LONGEST);
  at = WINDOW;

  get isFull(): boolean {
    return this.at >= WINDOW + PIECE;
  }

  take(): Uint8Array {
    const piece = this.bytes.slice(WINDOW, this.at);
    this.bytes.copyWithin(0, this.at - WINDOW, this.at);
    this.at = WINDOW;
    return piece;
  }
}

interface Table {
  /** Indexed by the next bits: the code's length above 16 bits, its symbol below; 0 means no code. */
  entries: Int32Array;
  /** Bits of the longest code. */
  width: number;
}

/** Bit reader. */
class Work {
  filled = 0;
  private readonly packed: Uint8Array;
  private at = 2;
  private held = 0;
  private count = 0;

  constructor(packed: Uint8Array) {
    this.packed = packed;
  }

  bits(count: number): number {
    while (this.count < count) {
      if (this.at >= this.packed.length) throw new DamagedError();
      this.more();
    }
    const bits = this.held & ((1 << count) - 1);
    this.drop(count);
    return bits;
  }

  symbol({ entries, width }: Table): number {
    while (this.count < width && this.at < this.packed.length) this.more();
    const entry = entries[this.held & ((1 << width) - 1)] as number;
    const length = entry >> 16;
    if (length === 0 || length > this.count) throw new DamagedError();
    this.drop(length);
    return entry & 0xffff;
  }

  /** The next whole bytes, at most `most`; empty at the end of the input. */
  bytes(most: number): Uint8Array {
    this.at -= this.count >> 3;
    this.held = 0;
    this.count = 0;
    const bytes = this.packed.subarray(this.at, this.at + most);
    this.at += bytes.length;
    return bytes;
  }

  table(lengths: Uint8Array): Table {
    const width = Math.max(...lengths);
    const entries = new Int32Array(1 << width);
    const codes = firstCodes(lengths);
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      const length = lengths[symbol] ?? 0;
      if (length === 0) continue;
      const code = codes[length] ?? 0;
      codes[length] = code + 1;
      const step = 1 << length;
      for (let at = reversed(code, length); at < entries.length; at += step)
        entries[at] = (length << 16) | symbol;
      this.filled += entries.length >> length;
    }
    this.filled += entries.length + lengths.length;
    return { entries, width };
  }

  private more(): void {
    this.held |= (this.packed[this.at++] as number) << this.count;
    this.count += 8;
  }

  private drop(count: number): void {
    this.held >>>= count;
    this.count -= count;
  }
}

/** The first code of each length: canonical codes continue from the shorter ones. */
function firstCodes(lengths: Uint8Array): number[] {
  const counts = new Array<number>(16).fill(0);
  for (const length of lengths) if (length > 0) counts[length] = (counts[length] ?? 0) + 1;
  let code = 0;
  return counts.map((_, length) => {
    code = (code + (counts[length - 1] ?? 0)) << 1;
    return code;
  });
}

function reversed(code: number, length: number): number {
  let left = code;
  let bits = 0;
  for (let i = 0; i < length; i++, left >>= 1) bits = (bits << 1) | (left & 1);
  return bits;
}

function* stored(work: Work, out: Out): Generator<Uint8Array> {
  const [low = 0, high = 0, other = 0, another = 0] = work.bytes(4);
  const size = low | (high << 8);
  if ((other | (another << 8)) !== (~size & 0xffff) && size + other + another !== 0) throw new DamagedError();
  for (let left = size; left > 0; ) {
    const bytes = work.bytes(Math.min(left, WINDOW + PIECE - out.at));
    if (bytes.length === 0) throw new DamagedError();
    out.bytes.set(bytes, out.at);
    out.at += bytes.length;
    left -= bytes.length;
    if (out.isFull) yield out.take();
  }
}

interface Tables {
  literals: Table;
  distances: Table;
}

let known: Tables | undefined;

/** The tables of blocks with fixed codes. */
function fixed(): Tables {
  if (known) return known;
  const lengths = Uint8Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8));
  const work = new Work(lengths);
  known = { literals: work.table(lengths), distances: work.table(new Uint8Array(30).fill(5)) };
  return known;
}

function dynamic(work: Work): Tables {
  const literals = work.bits(5) + 257;
  const all = literals + work.bits(5) + 1;
  const count = work.bits(4) + 4;
  const ofLengths = new Uint8Array(ORDER.length);
  for (const symbol of ORDER.slice(0, count)) ofLengths[symbol] = work.bits(3);
  const lengths = lengthsOf(work, work.table(ofLengths), all);
  return {
    literals: work.table(lengths.subarray(0, literals)),
    distances: work.table(lengths.subarray(literals)),
  };
}

function lengthsOf(work: Work, codes: Table, count: number): Uint8Array {
  const lengths = new Uint8Array(count);
  for (let at = 0; at < count; ) {
    const symbol = work.symbol(codes);
    if (symbol < 16) {
      lengths[at++] = symbol;
      continue;
    }
    const value = symbol === 16 ? (lengths[at - 1] ?? 0) : 0;
    const times = symbol === 16 ? work.bits(2) + 3 : symbol === 17 ? work.bits(3) + 3 : work.bits(7) + 11;
    lengths.fill(value, at, at + times);
    at += times;
  }
  return lengths;
}

function* ofCodes(work: Work, out: Out, { literals, distances }: Tables): Generator<Uint8Array> {
  const { bytes } = out;
  for (let symbol = work.symbol(literals); symbol !== 256; symbol = work.symbol(literals)) {
    if (symbol < 256) bytes[out.at++] = symbol;
    else repeat(out, lengthOf(work, symbol - 257), distanceOf(work, work.symbol(distances)));
    if (out.isFull) yield out.take();
  }
}

function lengthOf(work: Work, code: number): number {
  return (LENGTHS[code] ?? 0) + work.bits(LENGTH_BITS[code] ?? 0);
}

function distanceOf(work: Work, code: number): number {
  return (DISTANCES[code] ?? 0) + work.bits(DISTANCE_BITS[code] ?? 0);
}

function repeat(out: Out, length: number, distance: number): void {
  const { bytes, at } = out;
  const end = at + length;
  for (let to = at; to < end; to++) bytes[to] = bytes[to - distance] as number;
  out.at = end;
}
