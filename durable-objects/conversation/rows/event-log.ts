/**
 * The conversation's events: withNumbers, held in memory, and stored in batches with the commits that a turn
 * makes anyway. A crash loses at most the newest deltas; `seq_limit` ensures that no number is used twice.
 */
import { EVENTS, type EventBody, isEventType, type NightjarEvent } from "../../../src/domain/events.ts";
import type { MessageId, TurnId } from "../../../src/domain/ids.ts";
import type { Message } from "../../../src/domain/message.ts";
import type { Tables } from "../../sql/tables.ts";
import type { Meta } from "./meta.ts";
import { type StoredEvent, toStoredEvent } from "./schema/stored-json.ts";
import { events as eventRows } from "./schema/talk.ts";
import type { Transcript } from "./transcript.ts";

/** Numbers promised to storage ahead of use. */
const RESERVE = 10_000;
const PAGE = 50;
const HYDRATED_AT_ONCE = 64;
/** Characters; three bytes each at most. */
const MAX_ROW_LENGTH = 400_000;
const THINNED_AT_ONCE = 200;

const SAID = { of: eventRows, columns: ["last_seq", "json"] } as const;

type Started = Extract<NightjarEvent, { type: "turn_start" }>;
export type NoticeEvent = Extract<NightjarEvent, { type: "notice" }>;

export class EventLog {
  private readonly sql: Tables;
  private readonly meta: Meta;
  private readonly transcript: Transcript;
  private last: number;
  private pending: NightjarEvent[] = [];
  private unstored = 0;
  /** Formatted time of the last event, since many events share one. */
  private stamp = { at: Number.NaN, ts: "" };

  constructor(sql: Tables, meta: Meta, transcript: Transcript) {
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
    return this.unstored;
  }

  /** True when the next event needs a number beyond the stored limit: store before sending. */
  get needsReserve(): boolean {
    return this.last >= this.meta.seq_limit;
  }

  append(body: EventBody, turn_id: TurnId | null, now: number): NightjarEvent {
    this.last += 1;
    if (now !== this.stamp.at) this.stamp = { at: now, ts: new Date(now).toISOString() };
    const event = { ...body, seq: this.last, ts: this.stamp.ts, turn_id };
    this.pending.push(event);
    if ("delta" in body) this.unstored += body.delta.length;
    return event;
  }

  /** Writes pending events; to be called in a transaction that also saves the meta row. */
  store(now: number, isTurnRunning: boolean): void {
    this.meta.seq_limit = isTurnRunning ? this.last + RESERVE : this.last;
    for (const { events, json } of rowsOf(this.pending)) this.insert(events, json, now);
    this.pending = [];
    this.unstored = 0;
  }

  private insert(events: readonly NightjarEvent[], json: string, now: number): void {
    const [first, last] = [events[0], events.at(-1)];
    if (!first || !last) return;
    const isDeltas = events.every((event) => event.type === "text" || event.type === "reasoning");
    const kind = isDeltas ? "deltas" : "record";
    this.sql.putStored(eventRows, { last_seq: last.seq, first_seq: first.seq, at: now, kind, json });
  }

  /** Events after `cursor`, oldest first, read page by page. */
  *since(cursor: number): Generator<NightjarEvent, void> {
    yield* this.stored(cursor);
    for (const event of this.pending) if (event.seq > cursor) yield event;
  }

  /** Stored events after `cursor`: no crash can take them back. */
  *stored(cursor: number): Generator<NightjarEvent, void> {
    for (let after = cursor; ; ) {
      const rows = this.sql.pick(SAID, "WHERE last_seq > ? ORDER BY last_seq LIMIT ?", after, PAGE);
      const events = rows.flatMap(({ json }) => json);
      yield* this.hydrated(events.filter((event) => event.seq > cursor));
      after = rows.at(-1)?.last_seq ?? after;
      if (rows.length < PAGE) return;
    }
  }

  /**
   * The start event of a turn, after `cursor`. Only rows that mention it are read, since much may have been
   * said since.
   */
  startOf(turn_id: TurnId, cursor: number): Started | undefined {
    const mentioned = "WHERE last_seq > ? AND instr(json, ?) > 0 AND instr(json, ?) > 0 ORDER BY last_seq";
    const rows = this.sql.pick(SAID, mentioned, cursor, '"turn_start"', turn_id);
    const isIt = (event: StoredEvent): event is Started =>
      event.type === "turn_start" && event.turn_id === turn_id;
    return [...rows.flatMap(({ json }) => json), ...this.pending].find(isIt);
  }

  /** The newest notices of a span, oldest first. Only rows with a notice are read. */
  notices({ from, to }: { from: number; to: number }): NoticeEvent[] {
    const told =
      "WHERE last_seq > ? AND first_seq <= ? AND instr(json, ?) > 0 ORDER BY last_seq DESC LIMIT ?";
    const rows = this.sql.pick(SAID, told, from, to, '"type":"notice"', PAGE).reverse();
    const isIt = (event: StoredEvent): event is NoticeEvent => event.type === "notice";
    return [...rows.flatMap(({ json }) => json), ...this.pending].filter(isIt);
  }

  /** Drops the deltas of turns that ended before `before`: their messages are stored whole. */
  prune(before: number): void {
    this.sql.remove(eventRows, "WHERE kind = 'deltas' AND at < ?", before);
  }

  /**
   * Drops the bulk of old events up to `upto`, which the trail has whole. The rest still gives a reader who
   * returns after a week everything that was said.
   */
  thin(upto: number, before: number): void {
    const rows = this.sql.pick(
      SAID,
      "WHERE last_seq <= ? AND kind = 'record' AND at < ? ORDER BY last_seq LIMIT ?",
      upto,
      before,
      THINNED_AT_ONCE,
    );
    for (const { last_seq, json } of rows) {
      const kept = json.filter(isKept);
      this.sql.update({ of: eventRows, set: { kind: "thin", json: kept } }, "WHERE last_seq = ?", last_seq);
    }
  }

  /** Replaces stored events that mention one of `names` by the result of `edit`; null removes one. */
  rewrite(names: readonly string[], edit: (event: StoredEvent) => StoredEvent | null): void {
    for (const name of names) {
      for (const { last_seq, json } of this.sql.pick(SAID, "WHERE instr(json, ?) > 0", name)) {
        const left = json.flatMap((event) => edit(event) ?? []);
        this.sql.update({ of: eventRows, set: { json: left } }, "WHERE last_seq = ?", last_seq);
      }
    }
  }

  /** The highest seq in the span whose events have lost their bulk; 0 when none has. */
  thinnedUpto({ from, to }: { from: number; to: number }): number {
    const newest = { of: eventRows, is: "MAX(last_seq)" };
    return this.sql.number(newest, "WHERE last_seq > ? AND first_seq <= ? AND kind = 'thin'", from, to) ?? 0;
  }

  /** Adds the events' messages in small batches, since a message may be long. */
  private *hydrated(events: readonly StoredEvent[]): Generator<NightjarEvent, void> {
    for (let at = 0; at < events.length; at += HYDRATED_AT_ONCE) {
      const some = events.slice(at, at + HYDRATED_AT_ONCE);
      const messages = this.transcript.among(some.flatMap((event) => ("ref" in event ? [event.ref] : [])));
      for (const event of some) {
        const whole = hydrate(event, messages);
        if (whole) yield whole;
      }
    }
  }
}

/** Events of a type unknown to this version are dropped; the trail keeps them. */
function isKept({ type }: StoredEvent): boolean {
  return isEventType(type) && EVENTS[type].kept;
}

function hydrate(event: StoredEvent, messages: ReadonlyMap<MessageId, Message>): NightjarEvent | undefined {
  if (!("ref" in event)) return event;
  const { type, ref, below, ...rest } = event;
  const stored = messages.get(ref);
  const message = stored && below !== undefined ? { ...stored, parent_id: below } : stored;
  // In the original field order, so that a replay has the same bytes.
  return message && { type, message, ...rest };
}

/** Rows, as few as possible, each well below the platform's 2 MB. */
function* rowsOf(pending: readonly NightjarEvent[]): Generator<{ events: NightjarEvent[]; json: string }> {
  let events: NightjarEvent[] = [];
  let parts: string[] = [];
  let length = 0;
  for (const event of pending) {
    const part = JSON.stringify(toStoredEvent(event));
    if (events.length > 0 && length + part.length > MAX_ROW_LENGTH) {
      yield { events, json: `[${parts.join(",")}]` };
      events = [];
      parts = [];
      length = 0;
    }
    events.push(event);
    parts.push(part);
    length += part.length;
  }
  if (events.length > 0) yield { events, json: `[${parts.join(",")}]` };
}

/** Stores the past events of a rebuilt or forked conversation. Their messages are in the transcript. */
export function putPastEvents(sql: Tables, events: readonly StoredEvent[], at: number): void {
  const [first, last] = [events[0], events.at(-1)];
  if (!first || !last) return;
  const span = { last_seq: last.seq, first_seq: first.seq };
  sql.put(eventRows, { ...span, at, kind: "record", json: [...events] });
}
