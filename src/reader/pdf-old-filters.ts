/**
 * PDF stream filters from before deflate: LZW, run length, and bytes as ASCII. Their output is measured by decoding
 * every stream, since a dictionary can hide which filter its stream uses; a stream whose output is too large is not
 * read.
 */

interface DecodedSize {
  /** Size of the output, in bytes. */
  size: number;
  letters: number;
}

const LETTERS = ["ASCII85Decode", "A85", "ASCIIHexDecode", "AHx"];
const PACKERS = ["LZWDecode", "LZW", "RunLengthDecode", "RL"];
/** A recent filter that hardly any file uses. It is not measured. */
const BROTLI = "BrotliDecode";
/** Longest filter name with its surroundings, in characters. */
const LONGEST = 20;
const ESCAPE = /#([0-9A-Fa-f]{2})/g;
const OLD_NAME = new RegExp(`/(${[...LETTERS, ...PACKERS, BROTLI].join("|")})(?![^\\s<>[\\](){}/%])`, "g");
/** Matches one filter alone, or a packing filter inside an ASCII one: PDF writers have never produced anything else. */
const USUAL = new RegExp(
  `/F(?:ilter)?\\s{0,9}\\[?\\s{0,9}(?:/(?:${LETTERS.join("|")})\\s{0,9})?(?:/[A-Za-z0-9]{1,20})?\\s{0,9}(?=[\\]/>]|ID)`,
  "g",
);
/** Matches a filter given by reference: it stands in another object, which may be packed itself. */
const ELSEWHERE = /\/F(?:ilter)?[\s[]{0,9}\d{1,10}\s{1,9}\d{1,5}\s{1,9}R/;
const REMARK = /%[^\r\n]{0,1000}/g;

/** Old filters that a file's text names. */
export interface OldNames {
  hasLetters: boolean;
  hasPackers: boolean;
  /** Some name stands outside a stream's filter entry, or in an unusual form, or is of a filter unknown here. */
  isOdd: boolean;
  /** A filter is given by reference. */
  isElsewhere: boolean;
}

export function oldNames(text: string): OldNames {
  const plain = text.includes("#") ? unescaped(text) : text;
  const named = [...plain.matchAll(OLD_NAME)].map(([, name = ""]) => name);
  const usual = [...plain.matchAll(USUAL)].flatMap(([words]) => [...words.matchAll(OLD_NAME)]);
  return {
    hasLetters: named.some((name) => LETTERS.includes(name)),
    hasPackers: named.some((name) => PACKERS.includes(name)),
    isOdd: usual.length < named.length || named.includes(BROTLI),
    isElsewhere: ELSEWHERE.test(plain) || ELSEWHERE.test(plain.replace(REMARK, " ")),
  };
}

function unescaped(text: string): string {
  return text.replace(ESCAPE, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Watches unpacked text, piece by piece, for names of old filters. */
export class OldNameWatch {
  hasSeen = false;
  private before = "";

  read(text: string): void {
    const all = this.before + text;
    this.hasSeen ||= all.search(OLD_NAME) !== -1;
    this.before = all.slice(-LONGEST);
  }
}

const isLetter = (byte: number) => byte >= 9 && byte < 127;
const CLEAR = 256;
const END = 257;
const MOST_CODES = 4096;

/** The larger of both readings: `early` says whether codes become longer one code before they have to. */
export function countedLzw(bytes: Uint8Array): DecodedSize {
  const [one, other] = [lzw(bytes, 1), lzw(bytes, 0)];
  return one.size > other.size ? one : other;
}

/** Each code stands for an earlier code's bytes plus one. An unknown code counts as the next one to be defined. */
function lzw(bytes: Uint8Array, early: 0 | 1): DecodedSize {
  const table = new LzwTable();
  const counted = { size: 0, letters: 0 };
  let width = 9;
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    if (bits < width) continue;
    bits -= width;
    const code = (held >> bits) & ((1 << width) - 1);
    held &= (1 << bits) - 1;
    if (code === END) break;
    const { length, letters } = table.take(code);
    counted.size += length;
    counted.letters += letters;
    width = Math.min(12, Math.max(9, 32 - Math.clz32(table.next + early)));
  }
  return counted;
}

class LzwTable {
  next = 258;
  private readonly lengths = new Uint16Array(MOST_CODES).fill(1);
  private readonly letters = new Uint16Array(MOST_CODES);
  private readonly firsts = new Uint8Array(MOST_CODES);
  private before: { length: number; letters: number; first: number } | undefined;

  constructor() {
    for (let byte = 0; byte < CLEAR; byte++) {
      this.firsts[byte] = isLetter(byte) ? 1 : 0;
      this.letters[byte] = isLetter(byte) ? 1 : 0;
    }
  }

  take(code: number): { length: number; letters: number } {
    if (code === CLEAR) {
      this.next = 258;
      this.before = undefined;
      return { length: 0, letters: 0 };
    }
    const before = this.before;
    const now = code < this.next ? this.known(code) : longer(before, before?.first ?? 0);
    if (before) this.keep(longer(before, now.first));
    this.before = now;
    return now;
  }

  private known(code: number) {
    const [length = 0, letters = 0, first = 0] = [this.lengths[code], this.letters[code], this.firsts[code]];
    return { length, letters, first };
  }

  private keep({ length, letters, first }: { length: number; letters: number; first: number }): void {
    if (this.next < MOST_CODES) {
      this.lengths[this.next] = length;
      this.letters[this.next] = letters;
      this.firsts[this.next] = first;
    }
    this.next = Math.min(this.next + 1, MOST_CODES);
  }
}

/** `last`: 1 when the added byte is a letter. */
function longer(one: { length: number; letters: number; first: number } | undefined, last: number) {
  const { length, letters, first } = one ?? { length: 0, letters: 0, first: last };
  return { length: length + 1, letters: letters + last, first };
}

/** A length below 128 announces literal bytes, one above it a repeated byte; 128 ends the data. */
export function countedRuns(bytes: Uint8Array): DecodedSize {
  const counted = { size: 0, letters: 0 };
  for (let at = 0; at < bytes.length; ) {
    const length = bytes[at] ?? 128;
    if (length === 128) break;
    const isRun = length > 128;
    const size = isRun ? 257 - length : length + 1;
    const shown = isRun ? (isLetter(bytes[at + 1] ?? 0) ? size : 0) : lettersOf(bytes, at + 1, size);
    counted.size += size;
    counted.letters += shown;
    at += isRun ? 2 : size + 1;
  }
  return counted;
}

function lettersOf(bytes: Uint8Array, at: number, size: number): number {
  return bytes.subarray(at, at + size).reduce((sum, byte) => sum + (isLetter(byte) ? 1 : 0), 0);
}

/** Decodes up to the end mark, or to the first byte that is not hex. */
export function fromHex(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(Math.ceil(bytes.length / 2));
  let digits = 0;
  for (const byte of bytes) {
    if (byte <= 32) continue;
    const digit = Number.parseInt(String.fromCharCode(byte), 16);
    if (Number.isNaN(digit)) break;
    out[digits >> 1] = (out[digits >> 1] ?? 0) + (digits % 2 === 0 ? digit * 16 : digit);
    digits++;
  }
  return out.subarray(0, Math.ceil(digits / 2));
}

const ZEROS = 0x7a;
const FIRST = 0x21;
const LAST = 0x75;

/**
 * Decodes five letters to four bytes, and `z` to four zeros, up to the end mark or the first byte outside the alphabet.
 */
export function fromAscii85(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length * 4);
  let size = 0;
  let group: number[] = [];
  for (const byte of bytes) {
    if (byte <= 32) continue;
    if (byte === ZEROS && group.length === 0) size += 4;
    else if (byte < FIRST || byte > LAST) break;
    else group.push(byte - FIRST);
    if (group.length < 5) continue;
    out.set(four(group), size);
    size += 4;
    group = [];
  }
  if (group.length < 2) return out.subarray(0, size);
  out.set(four([...group, 84, 84, 84].slice(0, 5)), size);
  return out.subarray(0, size + group.length - 1);
}

function four(group: readonly number[]): Uint8Array {
  const value = group.reduce((sum, digit) => sum * 85 + digit, 0);
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}
