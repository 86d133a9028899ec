/**
 * The live events of a run: each item of it with the number of its last change. Whoever comes back with the number of the last
 * event that they read gets what has changed since, also after the object was lost and came again.
 */
import { openEventStream } from "../../src/channels/web/event-stream.ts";
import { goneItems, type Item, type ItemType, itemsOf, readersItem } from "../../src/research/live/items.ts";
import type { SeenRun } from "../../src/research/stored.ts";
import type { Row, Sql } from "../sql/sql.ts";

const TABLE = `CREATE TABLE IF NOT EXISTS told (
  key TEXT PRIMARY KEY, seq INTEGER NOT NULL, type TEXT NOT NULL, print TEXT NOT NULL, data TEXT NOT NULL)`;
const PING_EVERY_MS = 20_000;
/** Longest life of a stream, in ms: whoever reads on asks again, and is let in again. */
const OWN_LIFE_MS = 5 * 60_000;
const READERS_LIFE_MS = 60_000;
const HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  "x-accel-buffering": "no",
};

interface ToldRow extends Row {
  key: string;
  seq: number;
  type: ItemType;
  print: string;
  data: string;
}

interface NumberedItem extends Item {
  seq: number;
}

export interface Following {
  /** Number of the last event that the reader has. */
  cursor: number;
  /** False for others who may read the run's conversation. */
  is_own: boolean;
}

interface Reader {
  send(item: NumberedItem): void;
  close(): void;
}

export class LiveRun {
  private readonly sql: Sql;
  private readonly readers = new Set<Reader>();
  /** Undefined: not read yet. */
  private told: Map<string, NumberedItem> | undefined;

  constructor(sql: Sql) {
    this.sql = sql;
    sql.script([TABLE]);
  }

  /** Tells what has changed. Writes nothing while nobody reads. */
  tell(run: SeenRun): void {
    if (this.readers.size === 0) return;
    for (const item of this.update(run)) for (const reader of this.readers) reader.send(item);
    if (run.ended_at !== null) this.close();
  }

  /** Tells a reader what it has not read, then what changes. Ends with the run; 204: it has ended, and all of it was read. */
  follow(run: SeenRun, { cursor, is_own }: Following): Response {
    this.tell(run);
    this.update(run);
    const missed = this.since(cursor);
    const hasEnded = run.ended_at !== null;
    if (hasEnded && missed.length === 0) return new Response(null, { status: 204 });
    const { reader, stream } = this.open(is_own);
    for (const item of missed) reader.send(item);
    if (hasEnded) reader.close();
    return new Response(stream, { headers: HEADERS });
  }

  /** Forgets what was told of sources and notes: those of the next edition have the same names. */
  beginAnew(): void {
    this.sql.script(["DELETE FROM told WHERE type IN ('source', 'note')"]);
    this.told = undefined;
  }

  close(): void {
    for (const reader of [...this.readers]) reader.close();
  }

  clear(): void {
    this.close();
    this.sql.script(["DELETE FROM told"]);
    this.told = undefined;
  }

  private open(is_own: boolean): { reader: Reader; stream: ReadableStream<Uint8Array> } {
    const leave = () => {
      clearInterval(pinging);
      clearTimeout(ending);
      this.readers.delete(reader);
    };
    const writer = openEventStream(leave);
    const close = () => {
      leave();
      writer.close();
    };
    const pinging = setInterval(() => writer.ping() || leave(), PING_EVERY_MS);
    const ending = setTimeout(close, is_own ? OWN_LIFE_MS : READERS_LIFE_MS);
    const send = (item: NumberedItem) => {
      const seen = is_own ? item : readersItem(item);
      if (!seen) return;
      const event = { ...seen.data, type: seen.type, seq: item.seq };
      if (!writer.send(event)) leave();
    };
    const reader: Reader = { send, close };
    this.readers.add(reader);
    return { reader, stream: writer.stream };
  }

  /** Takes down what has changed, and returns it. */
  private update(run: SeenRun): NumberedItem[] {
    const told = this.toldItems();
    // A run that comes again after a kill has nothing to tell yet: what was told of it holds.
    if (run.view === null && told.size > 0) return [];
    const items = itemsOf(run);
    const keys = new Set(items.map(({ key }) => key));
    const unseen = [...told.values()].filter(({ key }) => !keys.has(key));
    let seq = this.newest();
    const changed = [...goneItems(unseen, run), ...items]
      .filter((item) => told.get(item.key)?.print !== item.print)
      .map((item) => ({ ...item, seq: ++seq }));
    this.sql.transaction(() => {
      for (const item of changed) this.put(item);
    });
    for (const item of changed) told.set(item.key, item);
    return changed;
  }

  private put({ key, seq, type, print, data }: NumberedItem): void {
    const row = [key, seq, type, print, JSON.stringify(data)];
    this.sql.run("INSERT OR REPLACE INTO told (key, seq, type, print, data) VALUES (?, ?, ?, ?, ?)", ...row);
  }

  /** A number that was never given is of an object that was lost: all is told. */
  private since(cursor: number): NumberedItem[] {
    const from = cursor > this.newest() ? 0 : cursor;
    const items = [...this.toldItems().values()].filter(({ seq }) => seq > from);
    return items.toSorted((one, other) => one.seq - other.seq);
  }

  private newest(): number {
    return Math.max(0, ...[...this.toldItems().values()].map(({ seq }) => seq));
  }

  private toldItems(): Map<string, NumberedItem> {
    if (this.told) return this.told;
    const rows = this.sql.all<ToldRow>("SELECT * FROM told");
    this.told = new Map(rows.map((row) => [row.key, { ...row, data: JSON.parse(row.data) }]));
    return this.told;
  }
}
