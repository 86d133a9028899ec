/** Reminders: messages that this conversation was asked to wake for. */
import type { Ids } from "../../../src/domain/ids.ts";
import type { RowOf } from "../../sql/table.ts";
import type { Tables } from "../../sql/tables.ts";
import { reminders } from "./schema/pending.ts";

export type Reminder = Omit<RowOf<typeof reminders>, "key">;

type NewReminder = Pick<Reminder, "at" | "text"> & {
  key: string;
  actor?: Reminder["actor"];
  trust?: Reminder["trust"];
};

const SHOWN = { of: reminders, columns: ["id", "at", "text", "actor", "trust"] } as const;
const MAX_REMINDERS = 200;

export class Reminders {
  private readonly sql: Tables;
  private readonly ids: Ids;
  /** Cache of the first due time, which each turn asks for. Undefined: to be read from storage. */
  private first: { at: number | null } | undefined;

  constructor(sql: Tables, ids: Ids) {
    this.sql = sql;
    this.ids = ids;
  }

  /** Idempotent by key: returns the first entry. Throws when the list is full. */
  add(entry: NewReminder): Reminder {
    const [known] = this.sql.pick(SHOWN, "WHERE key = ?", entry.key);
    if (known) return known;
    if (this.count() >= MAX_REMINDERS) {
      throw new Error(`${MAX_REMINDERS} messages are scheduled already: cancel one first`);
    }
    this.forget();
    const id = this.ids.create("sch");
    this.sql.insert(reminders, { ...entry, id });
    return { id, at: entry.at, text: entry.text, actor: entry.actor ?? null, trust: entry.trust ?? null };
  }

  list(): Reminder[] {
    return this.sql.pick(SHOWN, "ORDER BY at");
  }

  count(): number {
    return this.sql.number({ of: reminders, is: "COUNT(*)" }) ?? 0;
  }

  due(now: number): Reminder[] {
    const next = this.next();
    if (next === null || next > now) return [];
    return this.sql.pick(SHOWN, "WHERE at <= ? ORDER BY at", now);
  }

  /** The first due time, in ms since the epoch. */
  next(): number | null {
    this.first ??= { at: this.sql.number({ of: reminders, is: "MIN(at)" }) };
    return this.first.at;
  }

  /** Drops the cached time: a transaction was rolled back. */
  forget(): void {
    this.first = undefined;
  }

  postpone(id: string, at: number): void {
    this.forget();
    this.sql.update({ of: reminders, set: { at } }, "WHERE id = ?", id);
  }

  /** Returns false when there is none with that id. */
  change(id: string, change: Partial<Pick<Reminder, "at" | "text">>): boolean {
    this.forget();
    if (this.sql.pick(SHOWN, "WHERE id = ?", id).length === 0) return false;
    this.sql.update({ of: reminders, set: change }, "WHERE id = ?", id);
    return true;
  }

  remove(id: string): boolean {
    this.forget();
    return this.sql.remove(reminders, "WHERE id = ?", id) > 0;
  }
}
