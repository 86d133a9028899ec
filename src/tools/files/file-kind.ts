/** Recognises what a file is by its first bytes, its name and its type, in this order: people upload files under any type. */
import type { Unread } from "../../domain/text/document-reading.ts";

/** `document`: an office document of any age, a book, rich text, an Outlook message. `flat`: OpenDocument as one XML. */
export type FileKind = "pdf" | "document" | "page" | "mail" | "notebook" | "flat" | "table" | "text";

interface Sent {
  bytes: Uint8Array;
  media_type: string;
  name?: string;
}

const HEAD = 4_096;
/** Beginning of Office documents from before 2007, and of Outlook messages. */
const COMPOUND = "\u00d0\u00cf\u0011\u00e0";
/** Reasons of pictures, which text recognition may read. */
const PICTURE = /^It is an? (?:[\w ]+ )?picture\b|^It is a HEIC photo/;

/** The kind, or the reason why files of this kind are not read. */
export function kindOf(file: Sent): FileKind | Unread {
  const head = new TextDecoder("latin1").decode(file.bytes.subarray(0, HEAD));
  if (/^(?:\xef\xbb\xbf)?\s{0,20}%PDF-/.test(head) || file.media_type === "application/pdf") return "pdf";
  if (head.startsWith("PK\u0003\u0004") && !isProgram(file)) return "document";
  if (head.startsWith("{\\rtf") || head.startsWith(COMPOUND)) return "document";
  const problem = problemOf(file, head);
  if (problem !== undefined) return { problem, ...(PICTURE.test(problem) && { scan: "picture" }) };
  return kindOfText(file, head.replace(/^\xef\xbb\xbf/, ""));
}

/** A program, by its name: documents among archives are found by their content, and other archives are read into. */
function isProgram({ name = "" }: Sent): boolean {
  return /\.(?:jar|apk|ipa|xpi|crx)$/i.test(name);
}

function kindOfText({ media_type, name = "" }: Sent, head: string): FileKind {
  if (/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)?<(?:!doctype html|html[\s>])/i.test(head))
    return "page";
  if (/<office:document[\s>]/.test(head)) return "flat";
  if (/\.(?:eml|mht|mhtml)$/i.test(name) || /^message\/rfc822$|^multipart\/related$/i.test(media_type))
    return "mail";
  if (/\.ipynb$/i.test(name) || media_type === "application/x-ipynb+json") return "notebook";
  if (/\.x?html?$/i.test(name) || /^(?:text\/html|application\/xhtml\+xml)$/i.test(media_type)) return "page";
  if (/\.(?:csv|tsv|tab)$/i.test(name) || /^text\/(?:csv|tab-separated-values)$/i.test(media_type))
    return "table";
  return "text";
}

const ARCHIVE = "It is an archive. Unpack it and send the files in it.";

const BY_HEAD: readonly [marks: readonly string[], problem: string][] = [
  [["II*\u0000", "MM\u0000*"], pictureOf("a TIFF picture")],
  [["\u0000\u0000\u0000\fJXL ", "\u00ff\n"], pictureOf("a JPEG XL picture")],
  [["8BPS"], pictureOf("a Photoshop picture")],
  [
    ["PK\u0003\u0004", "PK\u0005\u0006", "Rar!", "7z\u00bc\u00af", "\u001f\u008b", "BZh", "\u00fd7zXZ"],
    ARCHIVE,
  ],
  [["MZ\u0090\u0000", "\u007fELF", "\u00cf\u00fa\u00ed\u00fe"], "It is a program. Programs aren't read."],
  [["SQLite format 3"], "It is a database. Export its tables as CSV."],
];
/** Photos and films of one family, by the brand behind the size of their first box. */
const BY_BRAND: readonly [brand: RegExp, problem: string][] = [
  [/^(?:hei[cxms]|hev[cmsx]|mif1|msf1)/, pictureOf("a HEIC photo, as iPhones take them")],
  [/^avi[fs]/, pictureOf("an AVIF picture")],
];

function pictureOf(what: string): string {
  return `It is ${what}, and this format isn't supported. Send it as JPEG or PNG.`;
}

function problemOf(file: Sent, head: string): string | undefined {
  const brand = head.startsWith("ftyp", 4) ? head.slice(8, 12) : undefined;
  const byBrand = brand && BY_BRAND.find(([each]) => each.test(brand));
  const byHead = BY_HEAD.find(([marks]) => marks.some((mark) => head.startsWith(mark)));
  return (byBrand || byHead)?.[1] ?? problemOfType(file);
}

const BY_TYPE: readonly [type: RegExp, problem: string][] = [
  [/^image\/(?:png|jpeg|gif|webp)$/i, "It is a picture: it contains no text."],
  [
    /^image\/(?!svg)/i,
    "It is a picture in a format that isn't supported. Send it as JPEG, PNG, GIF or WebP.",
  ],
  [/^video\//i, "It is a video. Videos aren't read: send pictures of it, or its sound as a recording."],
  [/^audio\//i, "It is a recording: it contains no text."],
  [/^font\/|ms-fontobject/i, "It is a font: it contains no text."],
  [/^application\/(?:zip|gzip|x-tar|x-7z-compressed|vnd\.rar)\b/i, ARCHIVE],
];

function problemOfType({ media_type }: Sent): string | undefined {
  return BY_TYPE.find(([type]) => type.test(media_type))?.[1];
}
