/** Record of an import: what it holds, what is to be taken of it, and what became of it. */
import { ITEM_KINDS, type ItemKind, type LeftItem, type LeftReason } from "../item.ts";

declare module "../../domain/ids.ts" {
  interface IdPrefixes {
    imp: "import";
  }
}

export const IMPORT_STATES = ["receiving", "reading", "ready", "taking", "done", "failed"] as const;

/** Contents of one archive, folder or file. */
export interface SourceContents {
  name: string;
  /** Form or program; empty: nothing was recognised. */
  format: string;
  counts: Record<ItemKind, number>;
  messages: number;
  /** Messages on branches that were left. */
  branched: number;
  pictures: number;
  /** ISO 8601, of the oldest and the newest message; null: it tells none. */
  from: string | null;
  until: string | null;
  folders: string[];
  /** First names of each kind. */
  names: Record<ItemKind, string[]>;
}

export type OutcomeCounts = Record<"imported" | "known" | "left" | "not_chosen", number>;

export interface ImportRecord {
  id: string;
  owner: string;
  /** ms since the epoch. */
  created_at: number;
  updated_at: number;
  state: (typeof IMPORT_STATES)[number];
  /** Bytes of all files together. */
  size: number;
  files: number;
  /** Number of the job that works on it; each is begun once. */
  step: number;
  read: { units: number; chunks: number };
  sources: SourceContents[];
  /** Choice of the person; null: nothing is chosen yet. */
  take: { kinds: ItemKind[]; sources: number[] } | null;
  /** Place of the next item. */
  cursor: { chunk: number; line: number };
  outcome: Record<ItemKind, OutcomeCounts>;
  /** Number of those that were left out, by reason. */
  left: Partial<Record<LeftReason, number>>;
  /** The first of them. */
  problems: LeftItem[];
  /** Slugs of its agents, by their `source`. */
  agents: Record<string, string>;
  /** Sentence for people; null: it has not failed. */
  failure: string | null;
}

const MOST_PROBLEMS = 200;
const LONGEST_NAME = 120;

export function newRecord(
  of: Pick<ImportRecord, "id" | "owner" | "size" | "files">,
  now: number,
): ImportRecord {
  return {
    ...of,
    created_at: now,
    updated_at: now,
    state: "receiving",
    step: 0,
    read: { units: 0, chunks: 0 },
    sources: [],
    take: null,
    cursor: { chunk: 0, line: 0 },
    outcome: perKind(noOutcome),
    left: {},
    problems: [],
    agents: {},
    failure: null,
  };
}

export function noOutcome(): OutcomeCounts {
  return { imported: 0, known: 0, left: 0, not_chosen: 0 };
}

export function perKind<T>(make: () => T): Record<ItemKind, T> {
  return Object.fromEntries(ITEM_KINDS.map((kind) => [kind, make()])) as Record<ItemKind, T>;
}

/** Counts something that is left out, so that nothing is lost without a word. */
export function leaveOut(record: ImportRecord, item: LeftItem): void {
  record.left[item.why] = (record.left[item.why] ?? 0) + 1;
  if (record.problems.length < MOST_PROBLEMS) record.problems.push({ ...item, title: shortName(item.title) });
}

export function shortName(name: string): string {
  const line = name.replaceAll(/\s+/g, " ").trim();
  return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME - 1)}…` : line;
}
