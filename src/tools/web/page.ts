/** Converts a fetched response to text: HTML and documents to Markdown, PDF to text, JSON and text unchanged. */
import { decodeText } from "../../domain/text/decode-text.ts";
import type { Unread } from "../../domain/text/document-reading.ts";
import { mediaType } from "../../guard/body.ts";
import type { Page } from "./html/html.ts";

export const READABLE = [
  "text/*",
  "application/xhtml+xml",
  "application/pdf",
  "application/json",
  "application/ld+json",
  "application/jsonl",
  "application/xml",
  "application/rss+xml",
  "application/atom+xml",
  "application/yaml",
  "application/javascript",
  "application/rtf",
  "application/zip",
  "application/epub+zip",
  "application/msword",
  "application/vnd.ms-excel",
  "application/vnd.ms-powerpoint",
  "application/vnd.ms-outlook",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  "application/vnd.oasis.opendocument.text",
  "application/vnd.oasis.opendocument.spreadsheet",
  "application/vnd.oasis.opendocument.presentation",
  "application/x-ipynb+json",
  "message/rfc822",
  "application/octet-stream",
];

interface Answer {
  body: Uint8Array;
  headers: Headers;
  url: string;
}

/** Port: the text of a PDF or document, or why it can't be read. Never rejects. */
export type ReadSentFile = (file: {
  bytes: Uint8Array;
  media_type: string;
  name?: string;
}) => Promise<string | Unread>;

/** Throws an Error that says what is wrong with the content. */
export async function readPage(
  { body, headers, url: address }: Answer,
  readFile: ReadSentFile,
): Promise<Page> {
  const type = mediaType({ headers });
  if (type === "application/pdf" || startsWith(body, "%PDF-"))
    return documentPage({ body, type: "application/pdf", address }, readFile);
  if (isDocument(body, type)) return documentPage({ body, type, address }, readFile);
  const text = decode(body, headers);
  const isHtml =
    /^(text\/html|application\/xhtml\+xml)$/.test(type) ||
    (type === "" && /^\s*<(!doctype|html)/i.test(text));
  if (!isHtml) return { title: "", markdown: text.trim(), links: [] };
  const { readHtml } = await import("./html/html.ts");
  return readHtml(text, address);
}

/** Beginnings of office documents, books, archives and Outlook messages, whatever type a server gives them. */
const DOCUMENTS = ["PK\u0003\u0004", "\u00d0\u00cf\u0011\u00e0", "{\\rtf"];
const DOCUMENT_TYPES = /^(?:text\/(?:csv|tab-separated-values)|message\/rfc822|application\/x-ipynb\+json)$/;

function isDocument(body: Uint8Array, type: string): boolean {
  return DOCUMENT_TYPES.test(type) || DOCUMENTS.some((mark) => startsWith(body, mark));
}

async function documentPage(
  { body, type, address }: { body: Uint8Array; type: string; address: string },
  readFile: ReadSentFile,
): Promise<Page> {
  const name = /[^/?#]*(?=[?#]|$)/.exec(address)?.[0] ?? "";
  const read = await readFile({ bytes: body, media_type: type, name });
  if (typeof read !== "string")
    throw new Error(`The ${type === "application/pdf" ? "PDF" : "file"} can't be read. ${read.problem}`);
  return { title: "", markdown: read.trim(), links: [] };
}

function startsWith(body: Uint8Array, text: string): boolean {
  return new TextDecoder("latin1").decode(body.subarray(0, text.length)) === text;
}

function decode(body: Uint8Array, headers: Headers): string {
  const named = /charset=["']?([\w-]+)/i.exec(headers.get("content-type") ?? "")?.[1];
  const text = named === undefined ? decodeText(body) : decoderFor(named).decode(body);
  if (text === undefined || text.slice(0, 2000).includes("\u0000"))
    throw new Error("The content is not text.");
  return text;
}

function decoderFor(label: string): { decode(bytes: Uint8Array): string } {
  try {
    return new TextDecoder(label);
  } catch {
    // Unknown encoding: UTF-8 is the best guess.
    return new TextDecoder();
  }
}
