/** The queue over time: by kind, what waited and ran, and what came to its end, slot by slot. Pure. */
import { titleOfKind } from "./kinds.ts";
import type { JobCounts } from "./ports.ts";

export interface KindOverTime {
  kind: string;
  title: string;
  /** At this moment. */
  waits: number;
  runs: number;
  /** At the end of each slot. */
  waiting: number[];
  running: number[];
  /** Within each slot. */
  completed: number[];
  failed: number[];
}

export interface Span {
  /** The first slot, as a time divided by the length of one. */
  first: number;
  slots: number;
}

/** The kind with the most to tell first. */
export function picture(counts: JobCounts, span: Span): KindOverTime[] {
  const kinds = new Set([...counts.now, ...counts.since].map(({ kind }) => kind));
  const drawn = [...kinds].map((kind) => kindOverTime(kind, counts, span));
  return drawn.sort((a, b) => weightOf(b) - weightOf(a) || a.title.localeCompare(b.title));
}

function kindOverTime(kind: string, { now, since }: JobCounts, span: Span): KindOverTime {
  const ofKind = since.filter((row) => row.kind === kind);
  const standing = (status: string) =>
    sum(now.filter((row) => row.kind === kind && row.status === status).map(({ count }) => count));
  const [waits, runs] = [standing("pending"), standing("running")];
  const ended = (status: string) =>
    eachSlot(span, (slot) => countOf(ofKind.filter((row) => row.status === status && row.finished === slot)));
  return {
    kind,
    title: titleOfKind(kind),
    waits,
    runs,
    waiting: eachSlot(span, (slot) => countOf(ofKind.filter((row) => waitedAfter(row, slot)))),
    running: eachSlot(span, (slot) => countOf(ofKind.filter((row) => ranAfter(row, slot)))),
    completed: ended("completed"),
    failed: ended("failed"),
  };
}

type Row = JobCounts["since"][number];

/** It had come by the end of the slot, and had neither begun nor ended. What waits for another attempt counts as not begun. */
function waitedAfter({ status, created, started, finished }: Row, slot: number): boolean {
  if (created > slot) return false;
  return status === "pending" || (started ?? finished ?? Number.POSITIVE_INFINITY) > slot;
}

/** Of several attempts only the last is known. */
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

/** What has failed is looked for first. */
function weightOf({ waits, runs, failed, completed }: KindOverTime): number {
  return sum(failed) * 1_000 + (waits + runs) * 10 + sum(completed);
}
