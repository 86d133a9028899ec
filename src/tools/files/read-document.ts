/** Documents of messages as text, for models that do not read them themselves; the last few are kept. */
import type { FileBlock } from "../../agent/ports/model.ts";
import type { ReadPdf } from "../../agent/ports/pdf.ts";
import { cutTo } from "../../domain/text/document-reading.ts";
import { fileText, isOpened } from "./file-text.ts";
import { MAX_TEXT_CHARS } from "./load-media.ts";

/** Of one document, before a model. */
const MAX_CHARS = 200_000;
const MOST_KEPT = 20;
const KEY_CHARS = 200;

type ReadDocument = (file: FileBlock) => Promise<string | undefined>;

/** Never rejects; undefined where there are no words to be had. */
export function createReadDocument(readPdf: ReadPdf): ReadDocument {
  // Texts and not promises: what one request of a Worker began, another one must not wait for.
  const kept = new Map<string, { text: string | undefined }>();
  return async (file) => {
    const key = `${file.media_type} ${file.data.length} ${file.data.slice(-KEY_CHARS)}`;
    const known = kept.get(key);
    if (known) return known.text;
    const text = await textOfBlock(file, readPdf);
    kept.set(key, { text });
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
    return text;
  };
}

async function textOfBlock({ data, media_type }: FileBlock, readPdf: ReadPdf): Promise<string | undefined> {
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    return await textAsGiven({ bytes, media_type }, readPdf);
  } catch {
    // What cannot be opened is left out, and the model is told so.
    return undefined;
  }
}

/** As a model is given it that does not open such files itself; undefined where there are no words to be had. */
export async function textAsGiven(
  file: { bytes: Uint8Array; media_type: string },
  readPdf: ReadPdf,
): Promise<string | undefined> {
  const most = isOpened(file) ? MAX_CHARS : MAX_TEXT_CHARS;
  const text = await fileText(file, readPdf);
  return text === undefined ? undefined : cutTo(text, most);
}
