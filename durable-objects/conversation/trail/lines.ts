/**
 * Lines of the trail: every event of record, the inputs with their idempotency keys, and a snapshot at the
 * end of a segment.
 */
import { z } from "zod";
import { EVENTS, isEventType, type NightjarEvent } from "../../../src/domain/events.ts";
import type { MessageId, TurnId } from "../../../src/domain/ids.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import type { Row } from "../../sql/sql.ts";

/** Rows of the object's own tables that events alone do not give. */
export interface Snapshot {
  type: "snapshot";
  /** Sequence number of the last event before it. */
  seq: number;
  ts: string;
  version: 1;
  tables: Record<string, Row[]>;
}

/** An accepted input, and what came of it. */
export interface InputLine {
  type: "input";
  /** Sequence number of the last event before it. */
  seq: number;
  ts: string;
  key: string;
  turn_id: TurnId | null;
  message_id: MessageId | null;
  /** Destination of the turn's answer. */
  source: Source | null;
}

export type TrailLine = NightjarEvent | InputLine | Snapshot;

export function isEvent(line: TrailLine): line is NightjarEvent {
  return line.type !== "input" && line.type !== "snapshot";
}

export function isOfRecord(event: NightjarEvent): boolean {
  return isEventType(event.type) && EVENTS[event.type].of_record;
}

/** Deterministic: the same line always has the same bytes. */
export function lineOf(line: TrailLine): string {
  return `${JSON.stringify(line)}\n`;
}

const Line = z.looseObject({ type: z.string(), seq: z.int(), ts: z.string() });
const SnapshotLine = z.object({
  type: z.literal("snapshot"),
  version: z.literal(1),
  seq: z.int(),
  ts: z.string(),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()])))),
});

const SourceSchema = z.looseObject({ channel: z.string(), sender: z.string() });
const InputSchema = z.object({
  type: z.literal("input"),
  seq: z.int(),
  ts: z.string(),
  key: z.string(),
  turn_id: z.string().nullable(),
  message_id: z.string().nullable(),
  source: SourceSchema.nullable(),
});

interface ParsedSegment {
  lines: TrailLine[];
  /** Number of unreadable lines. */
  broken: number;
}

/** Reads all that can be read: a broken line costs only itself. Unknown kinds of line are skipped. */
export function parseSegment(text: string): ParsedSegment {
  const lines: TrailLine[] = [];
  let broken = 0;
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const parsed = parseLine(line);
    if (parsed === "broken") broken += 1;
    else if (parsed) lines.push(parsed);
  }
  return { lines, broken };
}

function parseLine(text: string): TrailLine | undefined | "broken" {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "broken";
  }
  const line = Line.safeParse(value);
  if (!line.success) return "broken";
  if (line.data.type === "snapshot") {
    const snapshot = SnapshotLine.safeParse(value);
    return snapshot.success ? snapshot.data : "broken";
  }
  if (line.data.type === "input") {
    const input = InputSchema.safeParse(value);
    return input.success ? (input.data as unknown as InputLine) : "broken";
  }
  return isEventType(line.data.type) ? (line.data as unknown as NightjarEvent) : undefined;
}
