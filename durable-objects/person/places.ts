/** Conversations where a person has something open, as rows. Times are ms since the epoch. */
import type { ConversationId } from "../../src/domain/ids.ts";
import type { Row, Sql } from "../sql/sql.ts";

const TABLES = [
  // `looked_at`: when it was last checked that the person may be there.
  "CREATE TABLE IF NOT EXISTS places (conversation_id TEXT PRIMARY KEY, looked_at INTEGER NOT NULL) WITHOUT ROWID",
  // The last change of the person's rights. `is_expected`: the change was announced but not yet confirmed.
  "CREATE TABLE IF NOT EXISTS change (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL, is_expected INTEGER NOT NULL)",
];

interface ChangeRow extends Row {
  at: number;
  is_expected: number;
}

export class Places {
  private readonly sql: Sql;

  constructor(sql: Sql) {
    this.sql = sql;
    sql.script(TABLES);
  }

  put(conversation: ConversationId, looked_at: number): void {
    this.sql.run("INSERT OR REPLACE INTO places VALUES (?, ?)", conversation, looked_at);
  }

  remove(conversation: ConversationId): void {
    this.sql.run("DELETE FROM places WHERE conversation_id = ?", conversation);
  }

  all(): ConversationId[] {
    const rows = this.sql.all<{ id: ConversationId }>("SELECT conversation_id AS id FROM places ORDER BY id");
    return rows.map(({ id }) => id);
  }

  /** Conversations that were not checked since the last change. */
  due(): ConversationId[] {
    const rows = this.sql.all<{ id: ConversationId }>(
      "SELECT conversation_id AS id FROM places WHERE looked_at < ? ORDER BY id",
      this.changedAt,
    );
    return rows.map(({ id }) => id);
  }

  change(at: number, { isExpected }: { isExpected: boolean }): void {
    this.sql.run("INSERT OR REPLACE INTO change VALUES (1, ?, ?)", at, isExpected ? 1 : 0);
  }

  /** Time of the last change; 0: never. */
  get changedAt(): number {
    return this.last()?.at ?? 0;
  }

  get isExpecting(): boolean {
    return this.last()?.is_expected === 1;
  }

  private last(): ChangeRow | undefined {
    return this.sql.all<ChangeRow>("SELECT at, is_expected FROM change")[0];
  }
}
