/** Converts an Outlook message (.msg) to text, as a saved mail: who wrote it to whom, its words, its attachments' names. */
import { readWholeHtml } from "../../web/html/html.ts";
import type { CompoundFile } from "../cfb.ts";
import { readRtf } from "../rtf.ts";
import { rtfOfMessage } from "./compressed-rtf.ts";

const MOST_PEOPLE = 50;
const MOST_FILES = 50;

/** MAPI property numbers. */
const SUBJECT = "0037";
const BODY = "1000";
const HTML = "1013";
const RTF = "1009";
const SENDER_NAME = "0C1A";
const SENDER_MAIL = ["5D01", "0C1F"];
const HEADERS = "007D";
const NAME = "3001";
const MAIL = ["39FE", "3003"];
const CONTENT = "3701";
const FILE_NAMES = ["3707", "3704", "3001"];
/** Times of a message: sent, then received. */
const TIMES = [0x0039, 0x0e06];
const KIND_OF_RECIPIENT = 0x0c15;

export function isMsg(file: CompoundFile): boolean {
  return file.paths().some((path) => path.startsWith("__substg1.0_") || path === "__properties_version1.0");
}

export function readMsg(file: CompoundFile): string {
  const properties = new Properties(file, "");
  const sender = person(properties.text(SENDER_NAME), properties.first(SENDER_MAIL));
  const people = recipientsOf(file);
  const lines = [
    ["From", sender],
    ["To", people.to.join(", ")],
    ["Cc", people.cc.join(", ")],
    ["Subject", properties.text(SUBJECT)],
    ["Date", properties.time(TIMES) || headerDate(properties.text(HEADERS))],
    ["Attachments", attachmentsOf(file).join(", ")],
  ].filter(([, value]) => value !== "");
  return [...lines.map(([name, value]) => `${name}: ${value}`), "", bodyOf(properties)].join("\n").trim();
}

/** Properties of the message, of a recipient or of an attachment: each text is a stream of its own. */
class Properties {
  private readonly file: CompoundFile;
  private readonly folder: string;

  constructor(file: CompoundFile, folder: string) {
    this.file = file;
    this.folder = folder;
  }

  text(id: string): string {
    const wide = this.file.stream(`${this.folder}__substg1.0_${id}001F`);
    if (wide) return decoded("utf-16le", wide.subarray(0, wide.length & ~1));
    const narrow = this.file.stream(`${this.folder}__substg1.0_${id}001E`);
    return narrow ? decoded("windows-1252", narrow) : "";
  }

  first(ids: readonly string[]): string {
    return ids.map((id) => this.text(id)).find((text) => text !== "") ?? "";
  }

  bytes(id: string): Uint8Array | undefined {
    return this.file.stream(`${this.folder}__substg1.0_${id}0102`);
  }

  /** The first of these times as ISO text; empty when there is none. */
  time(ids: readonly number[]): string {
    const ticks = ids.map((id) => this.fixed(id)?.getBigUint64(8, true) ?? 0n).find((each) => each > 0n);
    if (ticks === undefined) return "";
    const at = new Date(Number(ticks / 10_000n) - 11_644_473_600_000);
    return Number.isNaN(at.getTime()) ? "" : at.toISOString();
  }

  number(id: number): number | undefined {
    return this.fixed(id)?.getUint32(8, true);
  }

  /** Entry of a property of fixed size, 16 bytes: its tag, then its value at 8. */
  private fixed(id: number): DataView | undefined {
    const bytes = this.file.stream(`${this.folder}__properties_version1.0`);
    if (!bytes) return undefined;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const head = this.folder === "" ? 32 : 8;
    for (let at = head; at + 16 <= bytes.length; at += 16)
      if (view.getUint16(at + 2, true) === id) return new DataView(bytes.buffer, bytes.byteOffset + at, 16);
    return undefined;
  }
}

function foldersOf(file: CompoundFile, name: string): string[] {
  const pattern = new RegExp(`^(${name}[^/]*/)`);
  return [...new Set(file.paths().flatMap((path) => pattern.exec(path)?.[1] ?? []))].sort();
}

function recipientsOf(file: CompoundFile): { to: string[]; cc: string[] } {
  const found = { to: [] as string[], cc: [] as string[] };
  for (const folder of foldersOf(file, "__recip_version1.0_").slice(0, MOST_PEOPLE)) {
    const properties = new Properties(file, folder);
    const list = properties.number(KIND_OF_RECIPIENT) === 2 ? found.cc : found.to;
    list.push(person(properties.text(NAME), properties.first(MAIL)));
  }
  return found;
}

function attachmentsOf(file: CompoundFile): string[] {
  return foldersOf(file, "__attach_version1.0_")
    .slice(0, MOST_FILES)
    .map((folder) => new Properties(file, folder).first(FILE_NAMES))
    .filter((name) => name !== "");
}

/** Files that are attached, with their contents. Messages in a message have none. */
export function attachedFiles(file: CompoundFile): { name: string; bytes: Uint8Array }[] {
  return foldersOf(file, "__attach_version1.0_")
    .slice(0, MOST_FILES)
    .flatMap((folder) => {
      const properties = new Properties(file, folder);
      const bytes = properties.bytes(CONTENT);
      return bytes ? [{ name: properties.first(FILE_NAMES), bytes }] : [];
    });
}

function bodyOf(properties: Properties): string {
  const plain = properties.text(BODY).trim();
  if (plain !== "") return plain;
  const html = properties.bytes(HTML);
  if (html) return readWholeHtml(decoded("utf-8", html));
  const packed = properties.bytes(RTF);
  const rtf = packed && rtfOfMessage(packed);
  return rtf ? readRtf(rtf) : "";
}

function person(name: string, address: string): string {
  if (name === "" || name === address) return address;
  return address === "" ? name : `${name} <${address}>`;
}

function headerDate(headers: string): string {
  return /^Date:\s*(.+)$/im.exec(headers)?.[1]?.trim() ?? "";
}

function decoded(encoding: string, bytes: Uint8Array): string {
  return new TextDecoder(encoding).decode(bytes).replace(/\0+$/, "");
}
