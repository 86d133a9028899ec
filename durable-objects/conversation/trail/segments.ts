/**
 * Which segments are to be written. A plan is stored before anything is sent, so that a write repeated after a
 * crash has the same key and the same bytes. A short segment of today grows until it is full.
 */

import type { Store } from "../rows/store.ts";
import type { Row, Sql, Tables } from "../sql/sql.ts";
import { inputsOf } from "./inputs.ts";
import { type InputLine, isOfRecord, lineOf } from "./lines.ts";
import { snapshotOf } from "./snapshot.ts";

export const SEGMENT_BYTES = 65_536;
/** Of one pass, so that a long backlog is never in memory whole. */
const PASS_BYTES = 1_000_000;

export interface Segment {
  /** Of its first event; the key. */
  first_seq: number;
  /** All stored events up to here are in it, or in an earlier one. */
  last_seq: number;
  day: string;
  bytes: number;
}

export interface PlannedSegment extends Segment {
  text: string;
}

interface SegmentRow extends Row {
  first_seq: number;
  last_seq: number;
  day: string;
  bytes: number;
  written: number;
  snapshot: string | null;
}

/** Segments that are planned and perhaps not written, oldest first. */
export function unwritten(sql: Tables): Segment[] {
  return sql.from<SegmentRow>("trail", "SELECT * FROM trail WHERE written = 0 ORDER BY first_seq");
}

/** Those that may hold events of the span, oldest first. */
export function segmentsBetween(sql: Sql, { from, to }: { from: number; to: number }): Segment[] {
  return sql.all<SegmentRow>(
    "SELECT * FROM trail WHERE last_seq > ? AND first_seq <= ? ORDER BY first_seq",
    from,
    to,
  );
}

/** The seq up to which events are planned into the trail. */
export function trailedSeq(sql: Tables): number {
  const query = "SELECT MAX(last_seq) AS last FROM trail";
  return sql.from<{ last: number | null }>("trail", query)[0]?.last ?? 0;
}

/** Events up to here are in segments that are written and never grow. */
export function closedSeq(sql: Tables): number {
  const newest = newestSegment(sql);
  return newest ? newest.first_seq - 1 : 0;
}

export function hasUntrailed(sql: Tables): boolean {
  const record = "SELECT 1 AS found FROM events WHERE last_seq > ? AND kind = 'record' LIMIT 1";
  return sql.from("events", record, trailedSeq(sql)).length > 0 || unwritten(sql).length > 0;
}

/** Plans what is stored and not yet in the trail: as much as one pass takes. Says whether there is more. */
export function planSegments(store: Store, now: number): { planned: PlannedSegment[]; more: boolean } {
  const { sql } = store;
  const newest = newestSegment(sql);
  const open = newest && newest.bytes < SEGMENT_BYTES ? newest : undefined;
  const done = newest?.last_seq ?? 0;
  const { drafts, more } = draft(store, open ? open.first_seq - 1 : done);
  const changed = drafts.filter((segment) => segment.last_seq > done);
  const last = changed.at(-1);
  if (!last) return { planned: [], more: false };
  const snapshot = lineOf(snapshotOf(store, last.last_seq, now));
  sql.transaction(() => {
    for (const segment of changed) putSegment(sql, segment, segment === last ? snapshot : null);
  });
  return { planned: changed.map((segment) => planned(sql, segment, segment === last ? snapshot : "")), more };
}

/** The bytes of a segment that was planned earlier: the same as then. */
export function textOf(store: Store, segment: Segment): string {
  const lines: EventLine[] = [];
  for (const event of store.log.stored(segment.first_seq - 1)) {
    if (event.seq > segment.last_seq) break;
    if (isOfRecord(event)) lines.push({ seq: event.seq, line: lineOf(event) });
  }
  const row = store.sql.all<SegmentRow>("SELECT * FROM trail WHERE first_seq = ?", segment.first_seq)[0];
  return withInputs(store.sql, segment, lines) + (row?.snapshot ?? "");
}

/** What is stored after `from`, as it will lie in segments. */
function draft(store: Store, from: number): { drafts: Draft[]; more: boolean } {
  const drafts: Draft[] = [];
  let bytes = 0;
  for (const event of store.log.stored(from)) {
    if (bytes > PASS_BYTES) return { drafts, more: true };
    if (!isOfRecord(event)) continue;
    const line = lineOf(event);
    bytes += addTo(drafts, { seq: event.seq, line }, event.ts.slice(0, 10));
  }
  return { drafts, more: false };
}

/** Returns its bytes. */
function addTo(drafts: Draft[], event: EventLine, day: string): number {
  const { seq } = event;
  const bytes = byteLength(event.line);
  const last = drafts.at(-1);
  if (last && last.day === day && last.bytes < SEGMENT_BYTES) {
    last.last_seq = seq;
    last.bytes += bytes;
    last.lines.push(event);
  } else drafts.push({ first_seq: seq, last_seq: seq, day, bytes, lines: [event] });
  return bytes;
}

function planned(sql: Tables, { lines, ...segment }: Draft, snapshot: string): PlannedSegment {
  return { ...segment, text: withInputs(sql, segment, lines) + snapshot };
}

/** An input stands before the events that came of it. */
function withInputs(sql: Tables, segment: Segment, lines: readonly EventLine[]): string {
  const inputs = inputsOf(sql, { from: endBefore(sql, segment), to: segment.last_seq });
  let text = "";
  for (const { seq, line } of lines) {
    text += inputs.splice(0, countBefore(inputs, seq)).map(lineOf).join("") + line;
  }
  return text;
}

/** Where the segment before it ends. */
function endBefore(sql: Sql, { first_seq }: Segment): number {
  const query = "SELECT MAX(last_seq) AS last FROM trail WHERE first_seq < ?";
  return sql.all<{ last: number | null }>(query, first_seq)[0]?.last ?? 0;
}

/** How many of them, which are in order, came before that event. */
function countBefore(inputs: readonly InputLine[], seq: number): number {
  const index = inputs.findIndex((input) => input.seq >= seq);
  return index === -1 ? inputs.length : index;
}

export function markWritten(sql: Sql, segment: Segment): void {
  sql.run(
    "UPDATE trail SET written = 1, snapshot = NULL WHERE first_seq = ? AND last_seq = ?",
    segment.first_seq,
    segment.last_seq,
  );
}

/** For segments that are in the bucket already: a rebuilt conversation goes on behind them. */
export function putWritten(sql: Sql, segment: Segment): void {
  putSegment(sql, segment, null);
  markWritten(sql, segment);
}

interface EventLine {
  seq: number;
  line: string;
}

interface Draft extends Segment {
  lines: EventLine[];
}

function newestSegment(sql: Tables): Segment | undefined {
  return sql.from<SegmentRow>("trail", "SELECT * FROM trail ORDER BY first_seq DESC LIMIT 1")[0];
}

function putSegment(sql: Sql, segment: Segment, snapshot: string | null): void {
  sql.run(
    "INSERT OR REPLACE INTO trail (first_seq, last_seq, day, bytes, written, snapshot) VALUES (?, ?, ?, ?, 0, ?)",
    segment.first_seq,
    segment.last_seq,
    segment.day,
    segment.bytes,
    snapshot,
  );
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
