/** Calls that a person's programs made lately, so that one which a client library sends again is the same call. */
import type { ConversationId } from "../../src/domain/ids.ts";
import type { Row, Sql } from "../sql/sql.ts";

/** Libraries wait for ten minutes, and try twice more. */
const KEPT_MS = 3_600_000;

export interface RecentCall {
  conversation_id: ConversationId;
  /** Idempotency key of its input. */
  key: string;
}

export class RecentCalls {
  private readonly sql: Sql;
  private readonly now: () => number;
  private isMade = false;

  constructor(sql: Sql, now: () => number) {
    this.sql = sql;
    this.now = now;
  }

  /** `digest` is of the call's body. */
  put(digest: string, { conversation_id, key }: RecentCall): void {
    this.make();
    this.sql.run("DELETE FROM recent_calls WHERE at < ?", this.now() - KEPT_MS);
    const values = [digest, conversation_id, key, this.now()];
    this.sql.run(
      "INSERT OR REPLACE INTO recent_calls (digest, conversation_id, key, at) VALUES (?, ?, ?, ?)",
      ...values,
    );
  }

  get(digest: string): RecentCall | undefined {
    this.make();
    const since = this.now() - KEPT_MS;
    const columns = "SELECT conversation_id, key FROM recent_calls WHERE digest = ? AND at >= ?";
    return this.sql.all<RecentCall & Row>(columns, digest, since)[0];
  }

  private make(): void {
    if (this.isMade) return;
    this.sql.run(
      "CREATE TABLE IF NOT EXISTS recent_calls (digest TEXT PRIMARY KEY, conversation_id TEXT NOT NULL, key TEXT NOT NULL, at INTEGER NOT NULL)",
    );
    this.isMade = true;
  }
}
