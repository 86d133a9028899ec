/** Extracts the text of a file for readers. */
import type { PageRange, ReadPdf } from "../../agent/ports/pdf.ts";
import { decodeText } from "../../domain/text/decode-text.ts";
import type { Unread } from "../../domain/text/document-reading.ts";
import type { ReadInner } from "../documents/archive.ts";
import { type FileKind, kindOf } from "./file-kind.ts";

const WITHOUT_WORDS = /^(?:image|audio|video|font)\/|^application\/(?:gzip|x-tar|wasm|vnd\.ms-fontobject)\b/i;

/** True for types that may contain text worth extracting. */
export function mayHoldText(mediaType: string): boolean {
  return !WITHOUT_WORDS.test(mediaType);
}

/** Returns the file's text; undefined when it has none that can be read. */
export async function fileText(file: Sent, readPdf: ReadPdf): Promise<string | undefined> {
  const read = await readFile(file, readPdf);
  return typeof read === "string" ? read : undefined;
}

interface Sent {
  bytes: Uint8Array;
  media_type: string;
  name?: string;
}

/**
 * Returns the file's text, or why it can't be read, with `scan` where its words are pictures. `pages`: those of a PDF;
 * other files are read whole. Never rejects.
 */
export async function readFile(file: Sent, readPdf: ReadPdf, pages?: PageRange): Promise<string | Unread> {
  return readSent(file, {
    pdf: (bytes) => readPdf(bytes, pages),
    // Archives in an archive are not read into.
    inner: (part) => readSent({ ...part, media_type: "application/octet-stream" }, { pdf: readPdf }),
  });
}

interface Readers {
  pdf(bytes: Uint8Array): Promise<string>;
  inner?: ReadInner;
}

async function readSent(file: Sent, readers: Readers): Promise<string | Unread> {
  const kind = kindOf(file);
  if (typeof kind !== "string") return kind;
  try {
    if (kind === "pdf") return (await readers.pdf(file.bytes)) || SCAN;
    return (await textOfKind(kind, file, readers.inner)) ?? { problem: UNKNOWN };
  } catch (problem) {
    return { problem: problem instanceof Error ? problem.message : String(problem) };
  }
}

const SCAN: Unread = { problem: "It contains no text: it is a scan or pictures only.", scan: "pdf" };
const UNKNOWN = "Its format isn't supported.";

async function textOfKind(
  kind: Exclude<FileKind, "pdf">,
  { bytes }: Sent,
  inner?: ReadInner,
): Promise<string | undefined> {
  if (kind === "document") return readDocument(bytes, inner);
  const text = decodeText(bytes);
  if (text === undefined || kind === "text") return text;
  return (await readMarkup(kind, { text, bytes, readInner: inner })) ?? text;
}

async function readMarkup(
  kind: Exclude<FileKind, "pdf" | "document" | "text">,
  file: { text: string; bytes: Uint8Array; readInner: ReadInner | undefined },
): Promise<string | undefined> {
  const { markupText } = await import("../documents/markup-text.ts");
  return markupText(kind, file);
}

async function readDocument(bytes: Uint8Array, inner?: ReadInner): Promise<string | undefined> {
  const { documentText } = await import("../documents/document-text.ts");
  return documentText(bytes, inner);
}
