/**
 * Pictures of a scanned PDF's pages, found without reading its structure: scanners store each page as one JPEG, whose
 * bytes stand in the file as they are.
 */

const STREAM = /stream\r?\n/g;
/** A stream's dictionary stands before it. */
const MOST_DICTIONARY = 2_000;
/** Pixels; smaller pictures are stamps, logos and lines. */
const LEAST_SIDE = 400;

/** JPEGs in the order in which they stand in the file; empty where pages are stored in another way. */
export function pagePictures(bytes: Uint8Array): Uint8Array[] {
  const text = new TextDecoder("latin1").decode(bytes);
  const found: Uint8Array[] = [];
  STREAM.lastIndex = 0;
  for (let match = STREAM.exec(text); match; match = STREAM.exec(text)) {
    if (text.startsWith("end", match.index - 3)) continue;
    const start = match.index + match[0].length;
    const end = text.indexOf("endstream", start);
    if (end === -1) break;
    if (isPage(dictionaryBefore(text, match.index)) && isJpeg(bytes, start))
      found.push(bytes.subarray(start, end));
    STREAM.lastIndex = end;
  }
  return found;
}

function dictionaryBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - MOST_DICTIONARY), at);
  const begin = before.lastIndexOf(" obj");
  return begin === -1 ? before : before.slice(begin);
}

/** A JPEG that is packed once more cannot be taken as it stands. */
function isPage(dictionary: string): boolean {
  if (!dictionary.includes("/DCTDecode") || dictionary.includes("/FlateDecode")) return false;
  const side = (name: string) => Number(new RegExp(`/${name}\\s+(\\d+)`).exec(dictionary)?.[1] ?? 0);
  return side("Width") >= LEAST_SIDE && side("Height") >= LEAST_SIDE;
}

function isJpeg(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xff && bytes[at + 1] === 0xd8 && bytes[at + 2] === 0xff;
}
