/**
 * Recognises the encoding of text from before Unicode by its letters: no file says which it is. `TextDecoder` knows all
 * that are named here.
 */

import { alphabetOf } from "./alphabets.ts";

/** `bytes`: the beginning of a text that is not UTF-8. */
export function encodingOf(bytes: Uint8Array): string {
  const declared = declaredIn(bytes);
  if (declared !== undefined) return declared;
  const japanese = ["shift_jis", "euc-jp"].find((each) => shareOf(each, bytes, KANA) >= 0.1);
  if (japanese !== undefined) return japanese;
  const highs = highBytesOf(bytes);
  const alone = highs.filter(({ before, after }) => before < 0x80 && after < 0x80);
  if (alone.length >= highs.length / 2) return latinOf(highs);
  const inWords = highs.filter(isInWord).length;
  if (inWords < highs.length * 0.3) {
    const alphabet = alphabetOf(bytes);
    if (alphabet !== undefined) return alphabet;
  }
  return eastAsianOf(bytes) ?? latinOf(highs);
}

const KANA = /[\u3041-\u30ff]/g;
const HANGUL = /[\uac00-\ud7a3]/g;
const NAME = /(?:charset|encoding)\s*=\s*["']?([\w-]{3,20})/i;

/** Web pages and XML name their encoding. */
function declaredIn(bytes: Uint8Array): string | undefined {
  const [, name] = NAME.exec(new TextDecoder("latin1").decode(bytes.subarray(0, 2_048))) ?? [];
  if (name === undefined || /^utf-?8$/i.test(name)) return undefined;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}

/** Share of the letters beyond ASCII that are of a kind; 0 when the bytes are not of this encoding. */
function shareOf(encoding: string, bytes: Uint8Array, kind: RegExp): number {
  const text = strictly(encoding, bytes);
  const others = text?.match(/[^\p{ASCII}]/gu)?.length ?? 0;
  return others === 0 ? 0 : (text?.match(kind)?.length ?? 0) / others;
}

/** A sample may end within a letter. */
function strictly(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: false }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

interface HighByte {
  byte: number;
  before: number;
  after: number;
}

function highBytesOf(bytes: Uint8Array): HighByte[] {
  const found: HighByte[] = [];
  for (const [at, byte] of bytes.entries())
    if (byte >= 0x80) found.push({ byte, before: bytes[at - 1] ?? 0, after: bytes[at + 1] ?? 0 });
  return found;
}

/** Letters of two bytes: Korean is Hangul nearly throughout; Big5 has second bytes below 0x80, as GB seldom has. */
function eastAsianOf(bytes: Uint8Array): string | undefined {
  if (shareOf("euc-kr", bytes, HANGUL) >= 0.8) return "euc-kr";
  const { low, pairs } = pairsOf(bytes);
  const isBig5 = low >= pairs * 0.1 && shareOf("big5", bytes, /\p{Script=Han}/gu) >= 0.5;
  if (isBig5) return "big5";
  if (shareOf("gb18030", bytes, COMMON_HAN) >= 0.5) return "gb18030";
  return shareOf("shift_jis", bytes, /\p{Script=Han}/gu) >= 0.8 ? "shift_jis" : undefined;
}

/** Alphabets read as GB give letters of its rare rows, which lie outside what people write. */
const COMMON_HAN = /[\u4e00-\u9fa5\u3001\u3002\uff0c\uff1a]/g;

function pairsOf(bytes: Uint8Array): { pairs: number; low: number } {
  let [pairs, low] = [0, 0];
  for (let at = 0; at + 1 < bytes.length; at++) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    pairs += 1;
    if ((bytes[++at] ?? 0) < 0x80) low += 1;
  }
  return { pairs, low };
}

/** Western, Central European or Turkish Windows, or an old Macintosh. */
function latinOf(highs: readonly HighByte[]): string {
  const inWords = highs.filter(isInWord);
  const count = (set: ReadonlySet<number>) => inWords.filter(({ byte }) => set.has(byte)).length;
  const upper = inWords.filter(({ byte }) => byte >= 0xc0).length;
  if (upper === 0 && count(MAC) > inWords.length / 2) return "macintosh";
  const polish = inWords.filter(
    ({ byte, before }) => POLISH.has(byte) && (isLetter(before) || before >= 0xc0),
  );
  if (isIso(highs, inWords)) return "iso-8859-2";
  if (isHungarian(count)) return "windows-1250";
  if (polish.length > 0 || (count(CARONS) > 0 && count(CZECH) > 0)) return "windows-1250";
  if (count(TURKISH) > 0 && count(NOT_TURKISH) === 0) return "windows-1254";
  return "windows-1252";
}

/** Letters of Windows-1250 of which some lie elsewhere, where Windows has signs, and none below 0xa0. */
function isIso(highs: readonly HighByte[], inWords: readonly HighByte[]): boolean {
  if (highs.some(({ byte }) => byte < 0xa0)) return false;
  const isBetween = ({ before, after }: HighByte) => isWordByte(before) && isWordByte(after);
  const count = (set: ReadonlySet<number>) => inWords.filter(({ byte }) => set.has(byte)).length;
  const beside = highs.filter(
    (each) => ISO_POLISH.has(each.byte) && (isBetween(each) || isLetter(each.after)),
  );
  const czech = inWords.filter((each) => ISO_CZECH.has(each.byte) && isLetter(each.after)).length;
  return beside.length > 0 || (czech > 0 && count(CZECH) > 0);
}

function isWordByte(byte: number): boolean {
  return isLetter(byte) || byte >= 0xc0;
}

/** ő is õ in Windows-1252, where the languages that have it have other letters beside. */
function isHungarian(count: (set: ReadonlySet<number>) => number): boolean {
  return count(new Set([0xf5])) > 0 && count(NOT_HUNGARIAN) === 0 && count(HUNGARIAN) > 0;
}

function isInWord({ before, after }: HighByte): boolean {
  return isLetter(before) || isLetter(after);
}

function isLetter(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}

/** Vowels with accents on a Macintosh, where Windows has marks. */
const MAC = new Set([
  0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8c, 0x8d, 0x8e, 0x8f, 0x90, 0x94, 0x99, 0x9a, 0x9d, 0x9f, 0xa7,
]);
/** ą ś ź in ISO-8859-2 */
const ISO_POLISH = new Set([0xb1, 0xb6, 0xbc]);
/** š ž ť in ISO-8859-2 */
const ISO_CZECH = new Set([0xb9, 0xbe, 0xbb]);
/** á é í ó ö ú ü */
const HUNGARIAN = new Set([0xe1, 0xe9, 0xed, 0xf3, 0xf6, 0xfa, 0xfc]);
/** ã ä ç, which Portuguese and Estonian have beside õ */
const NOT_HUNGARIAN = new Set([0xe3, 0xe4, 0xe7]);
/** ą ł ś ź ż and ť, which are signs in Windows-1252. */
const POLISH = new Set([0xb3, 0xb9, 0xbf, 0x9f, 0x9d]);
/** š ž Š Ž */
const CARONS = new Set([0x8a, 0x8e, 0x9a, 0x9e]);
/** č ě ň ř ů and the capitals of č and ř */
const CZECH = new Set([0xc8, 0xd8, 0xe8, 0xec, 0xf2, 0xf8, 0xf9]);
/** Ğ İ Ş ğ ı ş */
const TURKISH = new Set([0xd0, 0xdd, 0xde, 0xf0, 0xfd, 0xfe]);
/** á æ í ó ú, which Icelandic has beside its ð and þ */
const NOT_TURKISH = new Set([0xe1, 0xe6, 0xed, 0xf3, 0xfa]);
