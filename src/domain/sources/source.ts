/** Sources: what a conversation has read, each kept as the text that its reader gave. */
import type { Trust } from "../trust.ts";

/**
 * - `page`: of the web; `file`: an upload or a file of the workspace; `memory`: what memory found; `mail`: a message of a mailbox;
 * - `tool`: a result of another tool; `report`: an earlier report.
 */
export type SourceKind = "page" | "file" | "memory" | "mail" | "tool" | "report";

/** A search hit is none: only what was read. */
export interface Source {
  /** SHA-256 of the text, 64 hexadecimal digits. */
  hash: string;
  kind: SourceKind;
  /** Address, or the id or path of a file; null: it has none. */
  url: string | null;
  title: string;
  /** Length of the text in UTF-16 units. */
  chars: number;
  /** ISO 8601, UTC. */
  read_at: string;
  trust: Trust;
}

/** Kinds that are shown to whoever reads the conversation. Texts of the others are their owner's alone. */
const SHOWN_TO_READERS: readonly SourceKind[] = ["page", "report"];

/** Whether the text of a source is its owner's alone. */
export function isOwnersAlone(kind: SourceKind): boolean {
  return !SHOWN_TO_READERS.includes(kind);
}

/** A source in a conversation. Its number stays the same. */
export interface NumberedSource extends Source {
  /** Number in the conversation, from 1. */
  n: number;
}

/** Place in a source's text, in UTF-16 units. */
export interface Span {
  start: number;
  /** Behind the last unit. */
  end: number;
}

export function isHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** The text of the places that stand in it. */
export function textAt(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}
