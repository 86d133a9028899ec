/** What a file says, for those who read rather than run it. */
import { readPdf } from "../web/pdf.ts";
import { textOf } from "../workspace/read.ts";

const WITHOUT_WORDS =
  /^(?:image|audio|video|font)\/|^application\/(?:zip|gzip|x-tar|wasm|vnd\.ms-fontobject)\b/i;

/** Whether it is worth opening for its words. */
export function mayHoldText(mediaType: string): boolean {
  return !WITHOUT_WORDS.test(mediaType);
}

/** Undefined: it holds no text that can be read. */
export async function fileText(file: { bytes: Uint8Array; media_type: string }): Promise<string | undefined> {
  if (!mayHoldText(file.media_type)) return undefined;
  if (!isPdf(file)) return textOf(file.bytes);
  try {
    return await readPdf(file.bytes);
  } catch {
    // Damaged or locked: to search it is as good as a picture.
    return undefined;
  }
}

/** By its first bytes: people upload files under any type. */
function isPdf({ bytes }: { bytes: Uint8Array }): boolean {
  return String.fromCharCode(...bytes.subarray(0, 5)) === "%PDF-";
}
