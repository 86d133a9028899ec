/** Buffer for rows of hot tables: a transaction holds them and writes them as one statement. */
import type { CommitPart, CommitView } from "./commit-view.ts";
import type { Sql, SqlValue } from "./sql.ts";

type Values = readonly SqlValue[];

export class HeldCommit {
  private readonly sql: Sql;
  private readonly view: CommitView;
  private held = new Map<string, Values>();

  constructor(sql: Sql, view: CommitView) {
    this.sql = sql;
    this.view = view;
  }

  /** Holds one row of each kind; a second one first flushes the held rows. */
  hold({ name }: CommitPart, values: Values): void {
    if (this.held.has(name)) this.flush();
    this.held.set(name, values);
  }

  /** Writes the held rows. To be called before any other statement. */
  flush(): void {
    if (this.held.size === 0) return;
    const { held } = this;
    this.held = new Map();
    const [only] = held.size === 1 ? held : [];
    if (only) this.sql.run(this.part(only[0]).statement, ...only[1]);
    else this.sql.run(this.view.statement, ...this.rowOf(held));
  }

  /** Drops the held rows after a rollback. */
  clear(): void {
    this.held.clear();
  }

  private part(name: string): CommitPart {
    const part = this.view.parts.get(name);
    if (!part) throw new Error(`${name} is no part of a commit`);
    return part;
  }

  private rowOf(held: ReadonlyMap<string, Values>): SqlValue[] {
    const row: SqlValue[] = [];
    for (const { name, columns } of this.view.parts.values()) {
      const values = held.get(name);
      for (let at = 0; at < columns.length; at++) row.push(values?.[at] ?? null);
    }
    return row;
  }
}
