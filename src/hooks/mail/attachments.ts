/**
 * Selects the attachments of a mail to store, and their media types. The type that the sender claims is
 * verified against the bytes.
 */
import type { Attachment } from "postal-mime";
import { fileName } from "../../domain/text/file-name.ts";

export interface AttachedFile {
  name: string;
  media_type: string;
  bytes: Uint8Array;
}

/** The size of the whole mail is limited elsewhere; this limits how many of its files the agent reads. */
export const MOST_FILES = 10;
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;
const ANY = "application/octet-stream";

/** Leading bytes by media type: a model never gets other bytes under one of these types. */
const BEGINNINGS: Readonly<Record<string, (text: string) => boolean>> = {
  "image/png": (text) => text.startsWith("\x89PNG\r\n"),
  "image/jpeg": (text) => text.startsWith("\xff\xd8\xff"),
  "image/gif": (text) => text.startsWith("GIF87a") || text.startsWith("GIF89a"),
  "image/webp": (text) => text.startsWith("RIFF") && text.startsWith("WEBP", 8),
  "application/pdf": (text) => text.includes("%PDF-"),
};
const LOOKED_AT = 1_024;

/** The first `MOST_FILES` attachments that are not empty. */
export function attachedFiles(attachments: readonly Attachment[]): AttachedFile[] {
  return attachments
    .map(fileOf)
    .filter(({ bytes }) => bytes.length > 0)
    .slice(0, MOST_FILES);
}

function fileOf({ filename, mimeType, content }: Attachment): AttachedFile {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
  const name = fileName(filename ?? "", "attachment");
  return { name, media_type: typeOf(mimeType.toLowerCase(), bytes), bytes };
}

function typeOf(said: string, bytes: Uint8Array): string {
  if (!MEDIA_TYPE.test(said)) return ANY;
  const begins = BEGINNINGS[said];
  const text = String.fromCharCode(...bytes.subarray(0, LOOKED_AT));
  return begins === undefined || begins(text) ? said : ANY;
}
