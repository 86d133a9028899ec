/** Parses a mail within bounds into the text that an agent reads. */

import type { Attachment, Email } from "postal-mime";
import { fileName } from "../../domain/text/file-name.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import type { Payload } from "../payload.ts";
import { type AttachedFile, attachedFiles } from "./attachments.ts";
import { inUtf8 } from "./charset.ts";

const MOST_TEXT = 100_000;
const MOST_LISTED = 50;
const MOST_OF_LINE = 500;
/** The headers that filters may refer to. */
const SHOWN = [
  "list-id",
  "in-reply-to",
  "references",
  "reply-to",
  "auto-submitted",
  "precedence",
  "importance",
];

export interface Mail {
  /** The mail's single author, in lower case. */
  from: string;
  message_id: string | null;
  /** The receiving server's Authentication-Results, if the mail has them. */
  results: string | undefined;
  payload: Payload;
  /** Attachments that may be stored, in the order of the mail. */
  attachments: AttachedFile[];
}

/** Returns the mail, or the reason why it cannot be read. */
export async function readMail(raw: ArrayBuffer): Promise<Mail | { problem: string }> {
  const { default: PostalMime } = await import("postal-mime");
  let email: Email;
  try {
    email = await PostalMime.parse(inUtf8(raw), { maxNestingDepth: 30, maxHeadersSize: 256 * 1024 });
  } catch {
    return { problem: "The mail cannot be read." };
  }
  const from = authorOf(email);
  if (from === undefined) return { problem: "The mail does not name one author." };
  const results = email.headers.find(({ key }) => key === "authentication-results")?.value;
  const message_id = email.messageId?.slice(0, MOST_OF_LINE) ?? null;
  const payload = payloadOf({ email, from, text: await textOf(email) });
  return { from, message_id, results, payload, attachments: attachedFiles(email.attachments) };
}

/** Undefined if there are several authors: one could be authenticated while another is shown. */
function authorOf({ from, headers }: Email): string | undefined {
  const isOne = headers.filter(({ key }) => key === "from").length === 1;
  const address = isOne ? from?.address?.toLowerCase() : undefined;
  return address !== undefined && /^[^\s@]+@[^\s@]+$/.test(address) ? address : undefined;
}

function payloadOf({ email, from, text }: { email: Email; from: string; text: string }): Payload {
  const line = (words: string | undefined) => oneLine(words ?? "", MOST_OF_LINE);
  const body = {
    from,
    from_name: line(email.from?.name),
    to: addressesOf(email.to),
    cc: addressesOf(email.cc),
    reply_to: addressesOf(email.replyTo),
    subject: line(email.subject),
    date: line(email.date),
    text,
    attachments: email.attachments.slice(0, MOST_LISTED).map(attachmentOf),
  };
  return { body, headers: headersOf(email), mail: asRead(body) };
}

/** Groups are named by their members. */
function addressesOf(listed: Email["to"]): string[] {
  const members = (listed ?? []).flatMap(
    ({ address, group }) => group?.map((each) => each.address) ?? [address],
  );
  return members.flatMap((address) => address ?? []).slice(0, MOST_LISTED);
}

/** The HTML where the text beside it does not say what it says: it is empty, or says that HTML is needed. */
async function textOf({ text = "", html = "" }: Email): Promise<string> {
  if (html === "") return text.trim().slice(0, MOST_TEXT);
  const shown = await markdownOf(html);
  return (isStub(text, shown) ? shown : text).trim().slice(0, MOST_TEXT);
}

const MOST_WORDS = 2_000;

/** Whether most words of the HTML are missing in the text. */
function isStub(text: string, shown: string): boolean {
  if (text.trim() === "") return true;
  const words = wordsIn(shown);
  const said = wordsIn(text);
  const missing = [...words].filter((word) => !said.has(word));
  return missing.length * 2 > words.size;
}

function wordsIn(text: string): Set<string> {
  const words =
    text
      .toLowerCase()
      .replaceAll(/https?:\/\/\S+/g, " ")
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.slice(0, MOST_WORDS));
}

async function markdownOf(html: string): Promise<string> {
  const { readHtml } = await import("../../tools/web/html/html.ts");
  return readHtml(html, "https://mail.invalid/").markdown;
}

function attachmentOf({ filename, mimeType, content }: Attachment) {
  const size = typeof content === "string" ? content.length : content.byteLength;
  return { name: fileName(filename ?? "", ""), type: oneLine(mimeType, 100), size };
}

function headersOf({ headers }: Email): Record<string, string> {
  const shown = headers.filter(({ key }) => SHOWN.includes(key));
  return Object.fromEntries(shown.map(({ key, value }) => [key, oneLine(value, MOST_OF_LINE)]));
}

interface Body {
  from: string;
  from_name: string;
  to: readonly string[];
  cc: readonly string[];
  reply_to: readonly string[];
  subject: string;
  date: string;
  text: string;
  attachments: readonly { name: string; type: string; size: number }[];
}

function asRead({ from, from_name, to, cc, reply_to, subject, date, text, attachments }: Body): string {
  const author = from_name === "" ? from : `${from_name} <${from}>`;
  const files = attachments.map(({ name, type, size }) => `${name || "unnamed"} (${type}, ${size} bytes)`);
  const named = (name: string, all: readonly string[]) =>
    all.length === 0 ? [] : [`${name}: ${all.join(", ")}`];
  const others = [...named("To", to), ...named("Cc", cc), ...named("Reply-To", reply_to)];
  const head = [`From: ${author}`, ...others, `Subject: ${subject}`, `Date: ${date}`];
  const rest = files.length === 0 ? [] : [`Attachments: ${files.join(", ")}`];
  return [...head, ...rest, "", text].join("\n");
}
