/**
 * Recognises the encoding of text from before Unicode by its letters: no file says which it is. `TextDecoder` knows all
 * that are named here.
 */

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
  return eastAsianOf(bytes) ?? (inWords >= highs.length * 0.3 ? latinOf(highs) : alphabetOf(highs));
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
  if (polish.length > 0 || (count(CARONS) > 0 && count(CZECH) > 0)) return "windows-1250";
  if (count(TURKISH) > 0 && count(NOT_TURKISH) === 0) return "windows-1254";
  return "windows-1252";
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

/** An alphabet of its own: Cyrillic, Greek, Hebrew or Arabic, told apart by where their letters lie. */
function alphabetOf(highs: readonly HighByte[]): string {
  const share = (from: number, to: number) =>
    highs.filter(({ byte }) => byte >= from && byte <= to).length / highs.length;
  const isMixed = highs.filter(({ byte, before }) => isIn(before, 0xe0) && isIn(byte, 0xc0)).length;
  if (share(0xa0, 0xaf) > 0.3) return "ibm866";
  if (share(0xe0, 0xfa) > 0.95) return "windows-1255";
  if (
    share(0xdc, 0xdf) + share(0xfc, 0xfe) > 0.04 &&
    isMixed > highs.length * 0.02 &&
    share(0xe0, 0xff) > 0.6
  )
    return "windows-1253";
  if (isMixed > highs.length * 0.1) return "windows-1256";
  return share(0xc0, 0xdf) > share(0xe0, 0xff) ? "koi8-r" : "windows-1251";
}

/** In one of the two rows of letters, which begin at 0xc0 and 0xe0. */
function isIn(byte: number, row: number): boolean {
  return byte >= row && byte < row + 0x20;
}
