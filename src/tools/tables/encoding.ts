/** Encoding of a text file of which the beginning is there. */
import { MARKS, named7BitOf, strictly, textChecked, wideEncodingOf } from "../../domain/text/decode-text.ts";
import { encodingOf } from "../../domain/text/encodings/legacy-encoding.ts";

/** Bytes in which an archive, a picture or a program shows a zero. */
const HEAD = 8_000;

/** Encoding of a text by its beginning; undefined: it is no text. UTF-8 also where only ASCII has come so far. */
export function encodingOfBeginning(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, HEAD);
  const [marked] = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? [];
  const wide = marked ?? wideEncodingOf(head);
  if (wide !== undefined) return wide;
  if (head.includes(0)) return undefined;
  const named = named7BitOf(head);
  if (named !== undefined) return named;
  // The beginning may end within a character.
  const isUtf8 = [0, 1, 2, 3].some(
    (cut) => strictly("utf-8", bytes.subarray(0, bytes.length - cut)) !== undefined,
  );
  const encoding = isUtf8 ? "utf-8" : encodingOf(bytes);
  return textChecked(new TextDecoder(encoding).decode(head)) === undefined ? undefined : encoding;
}
