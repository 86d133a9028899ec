/** Documents of messages as text, for models that can't read them. The last few are cached. */
import type { FileBlock } from "../../agent/ports/model.ts";
import type { ReadPdf } from "../../agent/ports/pdf.ts";
import { cutTo, type Unread } from "../../domain/text/document-reading.ts";
import { kindOf } from "./file-kind.ts";
import { readFile } from "./file-text.ts";
import { MAX_TEXT_CHARS } from "./load-media.ts";
import type { ReadScan } from "./port.ts";

/** Limit in characters of one document before a model. */
const MAX_CHARS = 200_000;
const MOST_KEPT = 20;
const KEY_CHARS = 200;

/** `recognizes`: the text of a scan is recognized, at a cost. */
type ReadDocument = (file: FileBlock, recognizes: boolean) => Promise<string | Unread>;

/** The reader never rejects. */
export function createReadDocument(readPdf: ReadPdf, readScan: ReadScan): ReadDocument {
  // Caches texts, not promises: in a Worker, one request may not await another's promise.
  const cache = new Map<string, string>();
  return async (file, recognizes) => {
    const key = `${file.media_type} ${file.data.length} ${file.data.slice(-KEY_CHARS)}`;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const read = await readBlock(file, (given) => textOfGiven(given, { readPdf, readScan, recognizes }));
    if (typeof read === "string") cache.set(key, read);
    for (const oldest of cache.keys()) if (cache.size > MOST_KEPT) cache.delete(oldest);
    return read;
  };
}

async function readBlock(
  { data, ...file }: FileBlock,
  read: (given: Given) => Promise<string | Unread>,
): Promise<string | Unread> {
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    return await read({ ...file, bytes });
  } catch {
    return { problem: "It is damaged." };
  }
}

type Given = Pick<FileBlock, "media_type" | "name" | "stored"> & { bytes: Uint8Array };

interface Readers {
  readPdf: ReadPdf;
  readScan: ReadScan;
  recognizes: boolean;
}

async function textOfGiven(
  { stored, ...file }: Given,
  { readPdf, readScan, recognizes }: Readers,
): Promise<string | Unread> {
  const read = await textAsGiven(file, readPdf);
  if (typeof read === "string" || read.scan !== "pdf" || !stored) return read;
  const text = await readScan({ ...file, ...stored }, recognizes);
  return typeof text === "string" ? cutTo(text, MAX_CHARS) : text;
}

/** The text that a model gets in place of a file that it can't read. */
export async function textAsGiven(
  file: { bytes: Uint8Array; media_type: string; name?: string },
  readPdf: ReadPdf,
): Promise<string | Unread> {
  const most = kindOf(file) === "text" ? MAX_TEXT_CHARS : MAX_CHARS;
  const read = await readFile(file, readPdf);
  return typeof read === "string" ? cutTo(read, most) : read;
}
