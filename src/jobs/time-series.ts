/** Time series of the queue: waiting, running and ended jobs per kind and slot. Pure. */
import type { JobCounts } from "./ports.ts";

interface KindOverTime {
  kind: string;
  title: string;
  /** Waiting at this moment. */
  waits: number;
  runs: number;
  /** Waiting at the end of each slot. */
  waiting: number[];
  running: number[];
  /** Completed within each slot. */
  completed: number[];
  failed: number[];
}

interface Span {
  /** The first slot: its time divided by the slot length. */
  first: number;
  slots: number;
}

/** Kinds sorted by weight, the heaviest first. `titleOf` gives the title of a kind by its name. */
export function timeSeries(counts: JobCounts, span: Span, titleOf: (kind: string) => string): KindOverTime[] {
  const kinds = new Set([...counts.now, ...counts.since].map(({ kind }) => kind));
  const drawn = [...kinds].map((kind) => ({ title: titleOf(kind), ...kindOverTime(kind, counts, span) }));
  return drawn.sort((a, b) => weightOf(b) - weightOf(a) || a.title.localeCompare(b.title));
}

function kindOverTime(kind: string, { now, since }: JobCounts, span: Span): Omit<KindOverTime, "title"> {
  const ofKind = since.filter((row) => row.kind === kind);
  const standing = (status: string) =>
    sum(now.filter((row) => row.kind === kind && row.status === status).map(({ count }) => count));
  const [waits, runs] = [standing("pending"), standing("running")];
  const ended = (status: string) =>
    eachSlot(span, (slot) => countOf(ofKind.filter((row) => row.status === status && row.finished === slot)));
  return {
    kind,
    waits,
    runs,
    waiting: eachSlot(span, (slot) => countOf(ofKind.filter((row) => waitedAfter(row, slot)))),
    running: eachSlot(span, (slot) => countOf(ofKind.filter((row) => ranAfter(row, slot)))),
    completed: ended("completed"),
    failed: ended("failed"),
  };
}

type Row = JobCounts["since"][number];

/**
 * Added by the end of the slot, and neither begun nor ended. A job that waits for a retry counts as not
 * begun.
 */
function waitedAfter({ status, created, started, finished }: Row, slot: number): boolean {
  if (created > slot) return false;
  return status === "pending" || (started ?? finished ?? Number.POSITIVE_INFINITY) > slot;
}

/** Only the last of several attempts is stored, so earlier ones do not count. */
function ranAfter({ status, started, finished }: Row, slot: number): boolean {
  if (started === null || started > slot || status === "pending") return false;
  return (finished ?? Number.POSITIVE_INFINITY) > slot;
}

function eachSlot({ first, slots }: Span, of: (slot: number) => number): number[] {
  return Array.from({ length: slots }, (_, at) => of(first + at));
}

function countOf(rows: readonly Row[]): number {
  return sum(rows.map(({ count }) => count));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** Failures sort first: people look for those. */
function weightOf({ waits, runs, failed, completed }: KindOverTime): number {
  return sum(failed) * 1_000 + (waits + runs) * 10 + sum(completed);
}
