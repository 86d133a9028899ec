/**
 * The conversation's events: numbered, held in memory, stored in batches with the commits that a turn makes
 * anyway. A crash loses at most the newest deltas; `seq_limit` sees to it that no number is ever used twice.
 */
import type { EventBody, NightjarEvent } from "../../src/domain/events.ts";
import type { MessageId, TurnId } from "../../src/domain/ids.ts";
import type { Message } from "../../src/domain/message.ts";
import type { Meta } from "./meta.ts";
import type { Sql } from "./sql.ts";
import type { Transcript } from "./transcript.ts";

/** Numbers promised to storage ahead of use. */
const RESERVE = 10_000;
const PAGE = 50;

/** A message event is stored by reference: its message has its own row. */
type StoredEvent =
  | NightjarEvent
  | (Omit<NightjarEvent, "type" | "message"> & { type: "message"; ref: MessageId });

export class EventLog {
  private readonly sql: Sql;
  private readonly meta: Meta;
  private readonly transcript: Transcript;
  private last: number;
  private pending: NightjarEvent[] = [];

  constructor(sql: Sql, meta: Meta, transcript: Transcript) {
    this.sql = sql;
    this.meta = meta;
    this.transcript = transcript;
    this.last = meta.seq_limit;
  }

  get seq(): number {
    return this.last;
  }

  /** Characters of deltas that are not stored yet. */
  get unstoredLength(): number {
    return this.pending.reduce((sum, event) => sum + ("delta" in event ? event.delta.length : 0), 0);
  }

  /** True when the next event needs numbers that storage does not know of: store before sending. */
  get needsReserve(): boolean {
    return this.last >= this.meta.seq_limit;
  }

  append(body: EventBody, turn_id: TurnId | null, now: number): NightjarEvent {
    this.last += 1;
    const event = { ...body, seq: this.last, ts: new Date(now).toISOString(), turn_id };
    this.pending.push(event);
    return event;
  }

  /** Writes what is pending; call inside a transaction that also saves the meta row. */
  store(now: number, isTurnRunning: boolean): void {
    this.meta.seq_limit = isTurnRunning ? this.last + RESERVE : this.last;
    const first = this.pending[0];
    if (!first) return;
    const kind = this.pending.every((event) => event.type === "text" || event.type === "reasoning")
      ? "deltas"
      : "record";
    this.sql.run(
      "INSERT OR REPLACE INTO events (last_seq, first_seq, at, kind, json) VALUES (?, ?, ?, ?, ?)",
      this.last,
      first.seq,
      now,
      kind,
      JSON.stringify(this.pending.map(stored)),
    );
    this.pending = [];
  }

  /** What came after `cursor`, oldest first, read page by page. */
  *since(cursor: number): Generator<NightjarEvent, void> {
    for (let after = cursor; ; ) {
      const rows = this.sql.all<{ last_seq: number; json: string }>(
        "SELECT last_seq, json FROM events WHERE last_seq > ? ORDER BY last_seq LIMIT ?",
        after,
        PAGE,
      );
      for (const row of rows) {
        for (const event of JSON.parse(row.json) as StoredEvent[]) {
          const whole = event.seq > cursor ? this.hydrate(event) : undefined;
          if (whole) yield whole;
        }
        after = row.last_seq;
      }
      if (rows.length < PAGE) break;
    }
    for (const event of this.pending) if (event.seq > cursor) yield event;
  }

  /** Drops the deltas of turns that ended before `before`: their messages are stored whole. */
  prune(before: number): void {
    this.sql.run("DELETE FROM events WHERE kind = 'deltas' AND at < ?", before);
  }

  private hydrate(event: StoredEvent): NightjarEvent | undefined {
    if (!("ref" in event)) return event;
    const { ref, ...rest } = event;
    const message: Message | undefined = this.transcript.get(ref);
    return message && ({ ...rest, message } as NightjarEvent);
  }
}

function stored(event: NightjarEvent): StoredEvent {
  if (event.type !== "message") return event;
  const { message, ...rest } = event;
  return { ...rest, ref: message.id };
}
