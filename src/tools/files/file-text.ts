/** What a file says, for those who read rather than run it. */
import type { ReadPdf } from "../../agent/ports/pdf.ts";
import { textOf } from "../workspace/read.ts";

const WITHOUT_WORDS =
  /^(?:image|audio|video|font)\/|^application\/(?:zip|gzip|x-tar|wasm|vnd\.ms-fontobject)\b/i;

/** Whether it is worth opening for its words. */
export function mayHoldText(mediaType: string): boolean {
  return !WITHOUT_WORDS.test(mediaType);
}

/** Undefined: it holds no text that can be read. */
export async function fileText(
  file: { bytes: Uint8Array; media_type: string },
  readPdf: ReadPdf,
): Promise<string | undefined> {
  if (!mayHoldText(file.media_type)) return undefined;
  try {
    if (isPdf(file)) return await readPdf(file.bytes);
    return isDocument(file) ? await readDocument(file.bytes) : textOf(file.bytes);
  } catch {
    // Damaged or locked: to search it is as good as a picture.
    return undefined;
  }
}

interface Content {
  bytes: Uint8Array;
}

/** It is opened for its words; anything else is its words. */
export function isOpened(file: Content): boolean {
  return isPdf(file) || isDocument(file);
}

/** By its first bytes: people upload files under any type. */
function isPdf(file: Content): boolean {
  return begins(file, "%PDF-");
}

/** An archive may be a document of an office program, or a book. */
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
