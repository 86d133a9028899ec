/** Decodes the bytes of a text file in whatever encoding it was saved. */
import { encodingOf } from "./encodings/legacy-encoding.ts";

/** Bytes that are looked at before the whole file is decoded. */
const SAMPLE = 65_536;
/** Bytes in which an archive, a picture or a program shows a zero. */
const HEAD = 8_000;
/** Share of control characters that no text has. */
const MOST_CONTROLS = 0.01;
/** Zero bytes below which text without a mark is not taken for UTF-16. */
const FEWEST_ZEROS = 4;
export const MARKS: readonly [encoding: string, mark: readonly number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/** Undefined when the bytes are not text. The byte order mark is left out. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const [marked] = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? [];
  const wide = marked ?? wideEncodingOf(bytes.subarray(0, HEAD));
  if (wide !== undefined) return textChecked(new TextDecoder(wide).decode(bytes));
  if (bytes.subarray(0, HEAD).includes(0)) return wideText(bytes);
  const named = named7BitOf(bytes.subarray(0, HEAD));
  if (named !== undefined) return textChecked(new TextDecoder(named).decode(bytes));
  const utf8 = strictly("utf-8", bytes);
  if (utf8 !== undefined) return utf8;
  return textChecked(new TextDecoder(encodingOf(bytes.subarray(0, SAMPLE))).decode(bytes));
}

/** UTF-16 without a mark: every second byte of its ASCII characters is zero. */
export function wideEncodingOf(bytes: Uint8Array): string | undefined {
  const zeros = [0, 0];
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd < FEWEST_ZEROS) return undefined;
  if (odd > bytes.length / 8 && even <= odd / 20) return "utf-16le";
  if (even > bytes.length / 8 && odd <= even / 20) return "utf-16be";
  return undefined;
}

const WORDS =
  /[\s\p{P}\p{N}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const MOSTLY_WORDS = 0.97;
const FEWEST_SPACES = 0.01;

/** UTF-16 without a mark in a script other than Latin, whose spaces alone have a zero. */
function wideText(bytes: Uint8Array): string | undefined {
  for (const encoding of ["utf-16le", "utf-16be"]) {
    const sample = strictly(encoding, bytes.subarray(0, HEAD));
    const words = sample?.match(WORDS)?.length ?? 0;
    const spaces = sample?.match(/[ \r\n]/g)?.length ?? 0;
    const { length } = sample ?? "";
    if (length > 0 && words >= length * MOSTLY_WORDS && spaces >= length * FEWEST_SPACES)
      return strictly(encoding, bytes);
  }
  return undefined;
}

const ESCAPES = ["\u001b$@", "\u001b$B"];

/** ISO-2022-JP, the Japanese of mail, has only ASCII bytes and tells itself by its escapes. */
export function named7BitOf(bytes: Uint8Array): string | undefined {
  if (!bytes.includes(0x1b)) return undefined;
  const head = new TextDecoder("latin1").decode(bytes);
  return ESCAPES.some((each) => head.includes(each)) ? "iso-2022-jp" : undefined;
}

export function strictly(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The text; undefined when it has control characters as only data has. */
export function textChecked(text: string): string | undefined {
  const sample = text.slice(0, HEAD);
  const controls = sample.match(/(?!\s)[\p{Cc}\ufffd]/gu)?.length ?? 0;
  return controls > sample.length * MOST_CONTROLS ? undefined : text;
}
