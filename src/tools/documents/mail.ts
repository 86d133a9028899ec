/** Converts a mail that was saved as a file (EML) to text: who wrote it to whom, its words, and its attachments. */
import type { Address, Email } from "postal-mime";
import { readWholeHtml } from "../web/html/html.ts";
import type { ReadInner } from "./archive.ts";
import { attachmentTexts } from "./attachments.ts";

const MOST_LISTED = 50;
/** Share of the words of the HTML part below which the text part is a stub, as "This mail needs HTML". */
const STUB = 0.3;

/** Rejects when it is no mail. */
export async function mailText(bytes: Uint8Array, text: string, readInner?: ReadInner): Promise<string> {
  const { default: PostalMime } = await import("postal-mime");
  const email = await PostalMime.parse(parsable(bytes, text), {
    maxNestingDepth: 30,
    maxHeadersSize: 256 * 1024,
  });
  const files = email.attachments
    .slice(0, MOST_LISTED)
    .map(({ filename, mimeType }) => filename || `a file of type ${mimeType}`);
  const lines = [
    ["From", people(email.from ? [email.from] : [])],
    ["To", people(email.to ?? [])],
    ["Cc", people(email.cc ?? [])],
    ["Reply-To", people(email.replyTo ?? [])],
    ["Subject", email.subject ?? ""],
    ["Date", email.date ?? ""],
    ["Attachments", files.join(", ")],
  ].filter(([, value]) => value !== "");
  const head = [...lines.map(([name, value]) => `${name}: ${value}`), "", bodyOf(email)].join("\n").trim();
  return head + (await attachmentTexts(email.attachments.map(attachmentOf), readInner));
}

function attachmentOf({ filename, content }: Email["attachments"][number]) {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
  return { name: filename ?? "", bytes };
}

const CHARSET = /charset\s*=\s*"?([\w.:-]+)/gi;

/** The mail as it was decoded, where it names no charset of its own: eight-bit letters may be of another one than UTF-8. */
function parsable(bytes: Uint8Array, text: string): Uint8Array | string {
  const named = [...text.matchAll(CHARSET)].map(([, name = ""]) => name);
  return named.every((name) => /^(?:utf-?8|(?:us-)?ascii)$/i.test(name))
    ? text.replaceAll(CHARSET, "charset=utf-8")
    : bytes;
}

function bodyOf({ text = "", html = "" }: Email): string {
  const plain = text.trim();
  if (html === "") return plain;
  const shown = readWholeHtml(html);
  return plain.length < shown.length * STUB ? shown : plain;
}

function people(addresses: readonly Address[]): string {
  return addresses
    .slice(0, MOST_LISTED)
    .map(({ name, address = "" }) => (name === "" || name === address ? address : `${name} <${address}>`))
    .join(", ");
}
