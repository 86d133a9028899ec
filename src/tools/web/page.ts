/** Converts a fetched response to text: HTML to Markdown, PDF to text, JSON and text unchanged. */
import type { ReadPdf } from "../../agent/ports/pdf.ts";
import { decodeText } from "../../domain/text/decode-text.ts";
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
];

interface Answer {
  body: Uint8Array;
  headers: Headers;
  url: string;
}

/** Throws an Error that says what is wrong with the content. */
export async function readPage({ body, headers, url: address }: Answer, readPdf: ReadPdf): Promise<Page> {
  const type = mediaType({ headers });
  if (type === "application/pdf" || startsWith(body, "%PDF-")) return pdfPage(body, readPdf);
  const text = decode(body, headers);
  const isHtml =
    /^(text\/html|application\/xhtml\+xml)$/.test(type) ||
    (type === "" && /^\s*<(!doctype|html)/i.test(text));
  if (!isHtml) return { title: "", markdown: text.trim(), links: [] };
  const { readHtml } = await import("./html/html.ts");
  return readHtml(text, address);
}

async function pdfPage(body: Uint8Array, readPdf: ReadPdf): Promise<Page> {
  const markdown = await readPdf(body).catch((cause: unknown) => {
    throw new Error(`The PDF can't be read. ${cause instanceof Error ? cause.message : ""}`.trim(), {
      cause,
    });
  });
  if (markdown === "")
    throw new Error("The PDF can't be read. It contains no text: it is a scan or pictures only.");
  return { title: "", markdown, links: [] };
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
