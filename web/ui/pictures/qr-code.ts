/** QR codes of short texts: byte mode, error correction L, versions 1 to 9 (ISO/IEC 18004). */

interface Version {
  number: number;
  /** Codewords of all blocks, error correction included. */
  codewords: number;
  /** Error correction codewords of each block. */
  correction: number;
  blocks: number;
  /** Centres of the alignment patterns, on both axes. */
  alignment: readonly number[];
}

const VERSIONS: readonly Version[] = [
  { number: 1, codewords: 26, correction: 7, blocks: 1, alignment: [] },
  { number: 2, codewords: 44, correction: 10, blocks: 1, alignment: [6, 18] },
  { number: 3, codewords: 70, correction: 15, blocks: 1, alignment: [6, 22] },
  { number: 4, codewords: 100, correction: 20, blocks: 1, alignment: [6, 26] },
  { number: 5, codewords: 134, correction: 26, blocks: 1, alignment: [6, 30] },
  { number: 6, codewords: 172, correction: 18, blocks: 2, alignment: [6, 34] },
  { number: 7, codewords: 196, correction: 20, blocks: 2, alignment: [6, 22, 38] },
  { number: 8, codewords: 242, correction: 24, blocks: 2, alignment: [6, 24, 42] },
  { number: 9, codewords: 292, correction: 30, blocks: 2, alignment: [6, 26, 46] },
];

/** Rows of modules, true for a dark one; undefined for a text of more than 230 bytes. */
export function qrCode(text: string): boolean[][] | undefined {
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.find((each) => bytes.length + 2 <= dataLength(each));
  if (!version) return undefined;
  const grid = new Grid(version);
  grid.fill(interleaved(dataCodewords(bytes, version), version));
  return grid.rows();
}

function dataLength({ codewords, correction, blocks }: Version): number {
  return codewords - correction * blocks;
}

/** Mode and length in 12 bits, the bytes, and padding. */
function dataCodewords(bytes: Uint8Array, version: Version): number[] {
  const nibbles = [
    4,
    bytes.length >> 4,
    bytes.length & 15,
    ...[...bytes].flatMap((byte) => [byte >> 4, byte & 15]),
    0,
  ];
  const words = Array.from(
    { length: nibbles.length / 2 },
    (_, at) => ((nibbles[2 * at] ?? 0) << 4) | (nibbles[2 * at + 1] ?? 0),
  );
  const length = dataLength(version);
  for (let at = 0; words.length < length; at++) words.push(at % 2 === 0 ? 0xec : 0x11);
  return words;
}

/** All first codewords of the blocks, then all second ones; the same for their error correction. */
function interleaved(data: readonly number[], { correction, blocks }: Version): number[] {
  const length = data.length / blocks;
  const parts = Array.from({ length: blocks }, (_, block) =>
    data.slice(block * length, (block + 1) * length),
  );
  const corrections = parts.map((part) => remainder(part, correction));
  const columns = (rows: readonly number[][]) =>
    (rows[0] ?? []).flatMap((_, at) => rows.map((row) => row[at] ?? 0));
  return [...columns(parts), ...columns(corrections)];
}

/** Product in GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function product(a: number, b: number): number {
  let result = 0;
  for (let bit = 7; bit >= 0; bit--) {
    result = (result << 1) ^ ((result >> 7) * 0x11d);
    result ^= ((b >> bit) & 1) * a;
  }
  return result;
}

/** Reed-Solomon error correction of one block. */
function remainder(data: readonly number[], degree: number): number[] {
  const divisor = generator(degree);
  const rest = Array<number>(degree).fill(0);
  for (const word of data) {
    const factor = word ^ (rest.shift() ?? 0);
    rest.push(0);
    for (const [at, coefficient] of divisor.entries())
      rest[at] = (rest[at] ?? 0) ^ product(coefficient, factor);
  }
  return rest;
}

function generator(degree: number): number[] {
  const result = [...Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let step = 0; step < degree; step++) {
    for (let at = 0; at < degree; at++) result[at] = product(result[at] ?? 0, root) ^ (result[at + 1] ?? 0);
    root = product(root, 2);
  }
  return result;
}

/** A number followed by its remainder of `bits` bits. */
function withRemainder(value: number, bits: number, divisor: number): number {
  let rest = value;
  for (let step = 0; step < bits; step++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * divisor);
  return (value << bits) | rest;
}

const LEVEL_L = 1;
/** Every second module of the data is inverted, as on a chess board. */
const MASK = 0;

interface Square {
  radius: number;
  /** Distances from the centre that are dark. */
  dark: readonly number[];
}

const FINDER: Square = { radius: 4, dark: [0, 1, 3] };
const ALIGNMENT: Square = { radius: 2, dark: [0, 2] };

class Grid {
  private readonly size: number;
  private readonly dark: boolean[][];
  private readonly isFixed: boolean[][];

  constructor(version: Version) {
    this.size = 17 + 4 * version.number;
    const empty = () => Array.from({ length: this.size }, () => Array<boolean>(this.size).fill(false));
    [this.dark, this.isFixed] = [empty(), empty()];
    this.drawPatterns(version);
    this.drawFormat();
    if (version.number >= 7) this.drawVersion(version.number);
  }

  rows(): boolean[][] {
    return this.dark;
  }

  /** Fills in the data from the lower right corner, two columns at a time, up and down in turns. */
  fill(codewords: readonly number[]): void {
    let bit = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step++) {
        const isUp = ((right + 1) & 2) === 0;
        const y = isUp ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.isFixed[y]?.[x]) continue;
          const word = codewords[bit >> 3] ?? 0;
          const value = ((word >> (7 - (bit & 7))) & 1) === 1;
          this.put(x, y, value !== ((x + y) % 2 === 0));
          bit += 1;
        }
      }
    }
  }

  private put(x: number, y: number, isDark: boolean): void {
    const row = this.dark[y];
    if (row && x >= 0 && x < this.size) row[x] = isDark;
  }

  private fix(x: number, y: number, isDark: boolean): void {
    this.put(x, y, isDark);
    const row = this.isFixed[y];
    if (row && x >= 0 && x < this.size) row[x] = true;
  }

  private drawPatterns({ alignment }: Version): void {
    for (let at = 0; at < this.size; at++) {
      this.fix(6, at, at % 2 === 0);
      this.fix(at, 6, at % 2 === 0);
    }
    const far = this.size - 4;
    for (const [x, y] of [
      [3, 3],
      [far, 3],
      [3, far],
    ] as const)
      this.drawSquare([x, y], FINDER);
    const last = alignment.at(-1);
    for (const x of alignment)
      for (const y of alignment) {
        const isCorner = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
        if (!isCorner) this.drawSquare([x, y], ALIGNMENT);
      }
  }

  /** Rings around a centre; those of the named radii are dark. */
  private drawSquare([x, y]: readonly [number, number], { radius, dark }: Square): void {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++)
        this.fix(x + dx, y + dy, dark.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  }

  private drawFormat(): void {
    const bits = withRemainder((LEVEL_L << 3) | MASK, 10, 0x537) ^ 0x5412;
    const bit = (at: number) => ((bits >> at) & 1) === 1;
    for (let at = 0; at <= 5; at++) this.fix(8, at, bit(at));
    this.fix(8, 7, bit(6));
    this.fix(8, 8, bit(7));
    this.fix(7, 8, bit(8));
    for (let at = 9; at < 15; at++) this.fix(14 - at, 8, bit(at));
    for (let at = 0; at < 8; at++) this.fix(this.size - 1 - at, 8, bit(at));
    for (let at = 8; at < 15; at++) this.fix(8, this.size - 15 + at, bit(at));
    this.fix(8, this.size - 8, true);
  }

  private drawVersion(number: number): void {
    const bits = withRemainder(number, 12, 0x1f25);
    for (let at = 0; at < 18; at++) {
      const isDark = ((bits >> at) & 1) === 1;
      const [far, near] = [this.size - 11 + (at % 3), Math.floor(at / 3)];
      this.fix(far, near, isDark);
      this.fix(near, far, isDark);
    }
  }
}
