/** Documents of messages as text, for models that can't read them: small ones whole, of large ones an excerpt. The last few are cached. */
import type { FileBlock } from "../../agent/ports/model.ts";
import type { ReadPdf } from "../../agent/ports/pdf.ts";
import type { Excerpt, Unread } from "../../domain/text/document-reading.ts";
import { BoundedMap } from "../../platform/bounded-map.ts";
import { kindOf } from "./file-kind.ts";
import { readFile } from "./file-text.ts";
import { MAX_TEXT_CHARS } from "./load-media.ts";
import type { ReadScan } from "./port.ts";

/** Characters of a document that a model is given whole. */
const MAX_CHARS = 200_000;
const MOST_KEPT = 20;
/** Characters of all that are cached. */
const KEPT_CHARS = 4_000_000;
const KEY_CHARS = 200;

interface Asked {
  /** The text of a scan is recognized, at a cost. */
  recognizes: boolean;
  /** Words that the passages of a large one are chosen by. */
  question: string;
}

type ReadDocument = (file: FileBlock, asked: Asked) => Promise<Excerpt | string | Unread>;

/** The reader never rejects. */
export function createReadDocument(readPdf: ReadPdf, readScan: ReadScan): ReadDocument {
  // Caches texts, not promises: in a Worker, one request may not await another's promise.
  const texts = new BoundedMap<string>({
    most: MOST_KEPT,
    heaviest: KEPT_CHARS,
    weigh: ({ length }) => length,
  });
  const excerpts = new BoundedMap<Excerpt>({ most: MOST_KEPT });
  return async (file, { recognizes, question }) => {
    const key = keyOf(file);
    const asked = `${key} ${question}`;
    const known = excerpts.get(asked);
    if (known) return known;
    const read =
      texts.get(key) ??
      (await readBlock(file, (given) => textOfGiven(given, { readPdf, readScan, recognizes })));
    if (typeof read !== "string") return read;
    texts.set(key, read);
    if (read.length <= (file.is_long ? MAX_TEXT_CHARS : MAX_CHARS)) return read;
    const excerpt = await excerptFor(read, question);
    excerpts.set(asked, excerpt);
    return excerpt;
  };
}

/** Files that are stored never change. */
function keyOf({ stored, media_type, data }: FileBlock): string {
  if (stored) return `${stored.owner} ${stored.id}`;
  return `${media_type} ${data.length} ${data.slice(-KEY_CHARS)}`;
}

async function excerptFor(text: string, question: string): Promise<Excerpt> {
  const { excerptOf } = await import("./large-file/excerpt.ts");
  return excerptOf(text, question);
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
  const read = await readFile(file, readPdf);
  if (typeof read === "string" || read.scan !== "pdf" || !stored) return read;
  return readScan({ ...file, ...stored }, recognizes);
}

/** Whether a model that can't read the file itself is given an outline and passages of this text in its place. */
export function isGivenInPassages(
  file: { bytes: Uint8Array; media_type: string; name?: string },
  text: string,
): boolean {
  return text.length > (kindOf(file) === "text" ? MAX_TEXT_CHARS : MAX_CHARS);
}
