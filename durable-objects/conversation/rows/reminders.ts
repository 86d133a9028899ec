/** Messages that this conversation has been asked to wake for. */
import type { Ids } from "../../../src/domain/ids.ts";
import type { Tables } from "../sql/sql.ts";

export interface Reminder {
  id: string;
  /** ms since the epoch. */
  at: number;
  text: string;
}

type ReminderRow = { id: string; at: number; text: string };

const MAX_REMINDERS = 200;

export class Reminders {
  private readonly sql: Tables;
  private readonly ids: Ids;
  /** Asked for at the end of each turn. Undefined: to be read. */
  private first: { at: number | null } | undefined;

  constructor(sql: Tables, ids: Ids) {
    this.sql = sql;
    this.ids = ids;
  }

  /** The same key again returns the first entry. Throws when the list is full. */
  add(entry: { key: string; at: number; text: string }): Reminder {
    const known = this.sql.from<ReminderRow>(
      "scheduled",
      "SELECT id, at, text FROM scheduled WHERE key = ?",
      entry.key,
    )[0];
    if (known) return known;
    if (this.list().length >= MAX_REMINDERS) {
      throw new Error(`${MAX_REMINDERS} messages are scheduled already: cancel one first`);
    }
    this.forget();
    const id = this.ids.create("sch");
    this.sql.run(
      "INSERT INTO scheduled (id, key, at, text) VALUES (?, ?, ?, ?)",
      id,
      entry.key,
      entry.at,
      entry.text,
    );
    return { id, at: entry.at, text: entry.text };
  }

  list(): Reminder[] {
    return this.sql.from<ReminderRow>("scheduled", "SELECT id, at, text FROM scheduled ORDER BY at");
  }

  due(now: number): Reminder[] {
    const next = this.next();
    if (next === null || next > now) return [];
    return this.sql.from<ReminderRow>(
      "scheduled",
      "SELECT id, at, text FROM scheduled WHERE at <= ? ORDER BY at",
      now,
    );
  }

  /** When the first is due, in ms since the epoch. */
  next(): number | null {
    this.first ??= this.sql.from<{ at: number | null }>(
      "scheduled",
      "SELECT MIN(at) AS at FROM scheduled",
    )[0] ?? { at: null };
    return this.first.at;
  }

  /** What is held may not be what is stored: a transaction was undone. */
  forget(): void {
    this.first = undefined;
  }

  postpone(id: string, at: number): void {
    this.forget();
    this.sql.run("UPDATE scheduled SET at = ? WHERE id = ?", at, id);
  }

  remove(id: string): boolean {
    this.forget();
    return this.sql.run("DELETE FROM scheduled WHERE id = ?", id) > 0;
  }
}
