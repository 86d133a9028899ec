/** The Gateway session, as a row, so that a restarted object resumes it. */
import type { Session } from "../../src/channels/discord/gateway/connection.ts";
import type { Row, Sql } from "../sql/sql.ts";

const TABLES = [
  `CREATE TABLE IF NOT EXISTS session (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL, url TEXT NOT NULL,
    bot_id TEXT NOT NULL, seq INTEGER NOT NULL)`,
];

export class Sessions {
  private readonly sql: Sql;

  constructor(sql: Sql) {
    this.sql = sql;
    sql.script(TABLES);
  }

  get(): Session | undefined {
    return this.sql.all<Session & Row>("SELECT id, url, bot_id, seq FROM session")[0];
  }

  /** Stores the session; undefined clears it when it is over. */
  put(session: Session | undefined): void {
    this.sql.run("DELETE FROM session");
    if (!session) return;
    const { id, url, bot_id, seq } = session;
    this.sql.run("INSERT OR REPLACE INTO session VALUES (1, ?, ?, ?, ?)", id, url, bot_id, seq);
  }
}
