/** Folds the trail's lines, read in order, into a state. Pure. */
import type { NightjarEvent } from "../../../src/domain/events.ts";
import type { MessageId, TurnId } from "../../../src/domain/ids.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import type { Row } from "../../sql/sql.ts";
import type { Snapshot, TrailLine } from "../trail/lines.ts";

export interface FoldedTurn {
  id: TurnId;
  trigger_id: MessageId | null;
  agent: string;
  model: string;
  mode: string | null;
  /** Seq of its first event. */
  first_seq: number;
  /** ms since the epoch. */
  started_at: number;
  end: Extract<NightjarEvent, { type: "turn_end" }> | null;
  absorbed: Extract<NightjarEvent, { type: "absorbed" }> | null;
}

export interface FoldedTrail {
  last_seq: number;
  snapshot: Snapshot | null;
  turns: Map<TurnId, FoldedTurn>;
  /** Destination of each turn's answer. */
  sources: Map<TurnId, Source>;
  /** Deleted messages and their parents. */
  deleted: Map<MessageId, MessageId | null>;
  /** Changes after the newest snapshot; the head is the one at the end. */
  since: Since;
}

export type DeliveryEvent = Extract<NightjarEvent, { type: "delivery" }>;

interface Since {
  head: MessageId | null;
  title: string | null;
  ends: NonNullable<FoldedTurn["end"]>[];
  settled: DeliveryEvent[];
}

export function emptyFold(): FoldedTrail {
  return {
    last_seq: 0,
    snapshot: null,
    turns: new Map(),
    sources: new Map(),
    deleted: new Map(),
    since: sinceThen(null),
  };
}

function sinceThen(head: MessageId | null): Since {
  return { head, title: null, ends: [], settled: [] };
}

export function fold(folded: FoldedTrail, line: TrailLine): void {
  folded.last_seq = Math.max(folded.last_seq, line.seq);
  if (line.type === "snapshot") {
    folded.snapshot = line;
    folded.since = sinceThen(headIn(line));
    return;
  }
  if (line.type === "input") {
    if (line.turn_id !== null && line.source !== null) folded.sources.set(line.turn_id, line.source);
    return;
  }
  if (line.type === "deleted") folded.deleted.set(line.message_id, line.parent_id);
  foldTurn(folded, line);
  foldSince(folded, line);
}

/** The one meta row of the newest snapshot. */
export function metaRowOf({ snapshot }: FoldedTrail): Row | undefined {
  return snapshot?.tables["meta"]?.[0];
}

function headIn({ tables }: Snapshot): MessageId | null {
  return (tables["meta"]?.[0]?.["head"] ?? null) as MessageId | null;
}

function foldTurn({ turns }: FoldedTrail, event: NightjarEvent): void {
  if (event.turn_id === null) return;
  const turn = turns.get(event.turn_id) ?? {
    id: event.turn_id,
    trigger_id: null,
    agent: "",
    model: "",
    mode: null,
    first_seq: event.seq,
    started_at: Date.parse(event.ts),
    end: null,
    absorbed: null,
  };
  turns.set(turn.id, turn);
  // A burst is answered at its newest message.
  if (event.type === "message" && event.message.role !== "assistant") turn.trigger_id = event.message.id;
  if (event.type === "turn_start") {
    const { agent, model, mode, trigger_message_id: trigger_id } = event;
    Object.assign(turn, { agent, model, mode, trigger_id });
  }
  if (event.type === "turn_end") turn.end = event;
  if (event.type === "absorbed") turn.absorbed = event;
}

function foldSince({ since }: FoldedTrail, event: NightjarEvent): void {
  if (event.type === "title") since.title = event.title;
  if (event.type === "turn_end") since.ends.push(event);
  if (event.type === "delivery") since.settled.push(event);
  if (event.type === "deleted" && since.head === event.message_id) since.head = event.parent_id;
  if (event.type === "head") since.head = event.message_id;
  if (event.type !== "message") return;
  const { message } = event;
  // An answer moves the head only when nothing newer stands below its question.
  if (message.role !== "assistant" || since.head === null || since.head === message.parent_id)
    since.head = message.id;
}
