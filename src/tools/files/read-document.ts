/** Documents of messages as text, for models that do not read them themselves; the last few are kept. */
import type { FileBlock } from "../../agent/ports/model.ts";
import type { ReadPdf } from "../../agent/ports/pdf.ts";
import { cutTo, type Unread } from "../../domain/text/document-reading.ts";
import { isOpened, mayHoldText, readFile } from "./file-text.ts";
import { MAX_TEXT_CHARS } from "./load-media.ts";

/** Of one document, before a model. */
const MAX_CHARS = 200_000;
const MOST_KEPT = 20;
const KEY_CHARS = 200;

type ReadDocument = (file: FileBlock) => Promise<string | Unread | undefined>;

/** Never rejects. Undefined: it is of no kind that has words. */
export function createReadDocument(readPdf: ReadPdf): ReadDocument {
  // Texts and not promises: what one request of a Worker began, another one must not wait for.
  const kept = new Map<string, string>();
  return async (file) => {
    if (!mayHoldText(file.media_type)) return undefined;
    const key = `${file.media_type} ${file.data.length} ${file.data.slice(-KEY_CHARS)}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const read = await readBlock(file, readPdf);
    if (typeof read === "string") kept.set(key, read);
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
    return read;
  };
}

async function readBlock({ data, media_type }: FileBlock, readPdf: ReadPdf): Promise<string | Unread> {
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    return await textAsGiven({ bytes, media_type }, readPdf);
  } catch {
    return { problem: "It is damaged." };
  }
}

/** As a model is given it that does not open such files itself. */
export async function textAsGiven(
  file: { bytes: Uint8Array; media_type: string },
  readPdf: ReadPdf,
): Promise<string | Unread> {
  const most = isOpened(file) ? MAX_CHARS : MAX_TEXT_CHARS;
  const read = await readFile(file, readPdf);
  return typeof read === "string" ? cutTo(read, most) : read;
}
