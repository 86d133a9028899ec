/**
 * Plans the segments to write. A plan is stored before anything is sent, so that a write repeated after a
 * crash has the same key and the same bytes. A short segment of today grows until it is full.
 */

import type { RowOf } from "../../sql/table.ts";
import type { Tables } from "../../sql/tables.ts";
import { trail } from "../rows/schema/outgoing.ts";
import { events } from "../rows/schema/talk.ts";
import type { Store } from "../rows/store.ts";
import { inputsOf } from "./inputs.ts";
import { type InputLine, isOfRecord, lineOf } from "./lines.ts";
import { snapshotOf } from "./snapshot.ts";

export const SEGMENT_BYTES = 65_536;
/** Bytes per pass, so that a long backlog is never in memory whole. */
const PASS_BYTES = 1_000_000;

export type Segment = Pick<RowOf<typeof trail>, "first_seq" | "last_seq" | "day" | "bytes">;

interface PlannedSegment extends Segment {
  text: string;
}

const SEGMENT = { of: trail, columns: ["first_seq", "last_seq", "day", "bytes"] } as const;
const PLANNED_UPTO = { of: trail, is: "MAX(last_seq)" };

/** Planned segments that may not have been written, oldest first. */
export function unwritten(sql: Tables): Segment[] {
  return sql.pick(SEGMENT, "WHERE written = 0 ORDER BY first_seq");
}

/** Segments that may hold events of the span, oldest first. */
export function segmentsBetween(sql: Tables, { from, to }: { from: number; to: number }): Segment[] {
  return sql.pick(SEGMENT, "WHERE last_seq > ? AND first_seq <= ? ORDER BY first_seq", from, to);
}

/** The seq up to which events are planned into the trail. */
export function trailedSeq(sql: Tables): number {
  return sql.number(PLANNED_UPTO) ?? 0;
}

/** The seq up to which events are in written segments that never grow. */
export function closedSeq(sql: Tables): number {
  const newest = newestSegment(sql);
  return newest ? newest.first_seq - 1 : 0;
}

/** Whether no segment was ever planned. False when that is not known. */
export function hasNoSegment(sql: Tables): boolean {
  return sql.isEmpty(trail);
}

export function hasUntrailed(sql: Tables): boolean {
  const later = "WHERE last_seq > ? AND kind = 'record' LIMIT 1";
  return sql.number({ of: events, is: "1" }, later, trailedSeq(sql)) !== null || unwritten(sql).length > 0;
}

/**
 * Plans the stored events that are not in the trail yet, as many as one pass takes. Says whether there are
 * more.
 */
export function planSegments(store: Store, now: number): { planned: PlannedSegment[]; more: boolean } {
  const { sql } = store;
  const newest = newestSegment(sql);
  const open = newest && newest.bytes < SEGMENT_BYTES ? newest : undefined;
  const done = newest?.last_seq ?? 0;
  const { drafts, more } = draft(store, open ? open.first_seq - 1 : done);
  const [first] = drafts;
  // An open segment keeps its key, even if its first event was deleted since.
  if (open && first?.day === open.day) first.first_seq = open.first_seq;
  const changed = drafts.filter((segment) => segment.last_seq > done);
  const last = changed.at(-1);
  if (!last) return { planned: [], more: false };
  const snapshot = lineOf(snapshotOf(store, last.last_seq, now));
  sql.transaction(() => {
    for (const segment of changed)
      sql.put(trail, { ...segment, written: false, snapshot: segment === last ? snapshot : null });
  });
  return { planned: changed.map((segment) => planned(sql, segment, segment === last ? snapshot : "")), more };
}

/** Text of a segment that was planned earlier, byte for byte the same. */
export function textOf(store: Store, segment: Segment): string {
  const lines: EventLine[] = [];
  for (const event of store.log.stored(segment.first_seq - 1)) {
    if (event.seq > segment.last_seq) break;
    if (isOfRecord(event)) lines.push({ seq: event.seq, line: lineOf(event) });
  }
  const kept = { of: trail, columns: ["snapshot"] } as const;
  const [row] = store.sql.pick(kept, "WHERE first_seq = ?", segment.first_seq);
  return withInputs(store.sql, segment, lines) + (row?.snapshot ?? "");
}

/** Stored events after `from`, drafted into segments. */
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

/** Returns the bytes added. */
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

/** The last seq of the segment before it. */
function endBefore(sql: Tables, { first_seq }: Segment): number {
  return sql.number(PLANNED_UPTO, "WHERE first_seq < ?", first_seq) ?? 0;
}

/** Number of the ordered inputs that came before that event. */
function countBefore(inputs: readonly InputLine[], seq: number): number {
  const index = inputs.findIndex((input) => input.seq >= seq);
  return index === -1 ? inputs.length : index;
}

export function markWritten(sql: Tables, { first_seq, last_seq }: Segment): void {
  const set = { written: true, snapshot: null };
  sql.update({ of: trail, set }, "WHERE first_seq = ? AND last_seq = ?", first_seq, last_seq);
}

/** Registers segments that are in the bucket already: a rebuilt conversation continues after them. */
export function putWritten(sql: Tables, segment: Segment): void {
  sql.put(trail, { ...segment, written: true });
}

interface EventLine {
  seq: number;
  line: string;
}

interface Draft extends Segment {
  lines: EventLine[];
}

function newestSegment(sql: Tables): Segment | undefined {
  return sql.pick(SEGMENT, "ORDER BY first_seq DESC LIMIT 1")[0];
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
