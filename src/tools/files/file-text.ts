/** Extracts the text of a file for readers. */
import type { ReadPdf } from "../../agent/ports/pdf.ts";
import { decodeText } from "../../domain/text/decode-text.ts";
import type { Unread } from "../../domain/text/document-reading.ts";

const WITHOUT_WORDS =
  /^(?:image|audio|video|font)\/|^application\/(?:zip|gzip|x-tar|wasm|vnd\.ms-fontobject)\b/i;

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
}

/** Returns the file's text, or why it can't be read. Never rejects. */
export async function readFile(file: Sent, readPdf: ReadPdf): Promise<string | Unread> {
  if (!mayHoldText(file.media_type)) return { problem: "It contains no text." };
  if (isPdf(file)) return pdfText(file.bytes, readPdf);
  if (isOfOldOffice(file)) return { problem: OLD_OFFICE };
  if (!isDocument(file)) return decodeText(file.bytes) ?? { problem: UNKNOWN };
  try {
    return (await readDocument(file.bytes)) ?? { problem: UNKNOWN };
  } catch {
    return { problem: "It is damaged." };
  }
}

async function pdfText(bytes: Uint8Array, readPdf: ReadPdf): Promise<string | Unread> {
  try {
    const text = await readPdf(bytes);
    return text === "" ? { problem: SCAN } : text;
  } catch (problem) {
    return { problem: problem instanceof Error ? problem.message : String(problem) };
  }
}

const SCAN = "It contains no text: it is a scan or pictures only.";
const UNKNOWN = "Its format isn't supported.";
const OLD_OFFICE =
  "It is password-protected or in an Office format from before 2007. Save it in a current format, without a password.";

interface Content {
  bytes: Uint8Array;
}

/** True for formats from which text is extracted; any other file is text itself. */
export function isOpened(file: Content): boolean {
  return isPdf(file) || isDocument(file);
}

/** Detects a PDF by its first bytes: people upload files under any type. */
function isPdf(file: Content): boolean {
  return begins(file, "%PDF-");
}

/** True for old office formats, and for new ones with a password. */
function isOfOldOffice(file: Content): boolean {
  return begins(file, "\u00d0\u00cf\u0011\u00e0");
}

/** True for a zip archive: it may be an office document or a book. */
function isDocument(file: Content): boolean {
  return begins(file, "PK\u0003\u0004") || begins(file, "{\\rtf");
}

function begins({ bytes }: Content, mark: string): boolean {
  return String.fromCharCode(...bytes.subarray(0, mark.length)) === mark;
}

async function readDocument(bytes: Uint8Array): Promise<string | undefined> {
  const { documentText } = await import("../documents/document-text.ts");
  return documentText(bytes);
}
