/** The object's tables, by numbered migration. A migration that has landed is never edited. */
import type { Sql } from "./sql.ts";

const MIGRATIONS: readonly string[][] = [
  [
    `CREATE TABLE meta (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      conversation_id TEXT NOT NULL, owner TEXT NOT NULL, agent TEXT, room TEXT, channel TEXT NOT NULL,
      title TEXT NOT NULL, model TEXT, mode TEXT, head TEXT,
      seq_limit INTEGER NOT NULL, revision INTEGER NOT NULL,
      message_count INTEGER NOT NULL, turn_count INTEGER NOT NULL,
      input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL, cost_usd REAL NOT NULL,
      window_start TEXT, archived INTEGER NOT NULL,
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL)`,
    `CREATE TABLE messages (
      id TEXT PRIMARY KEY, parent_id TEXT, role TEXT NOT NULL, agent TEXT, author TEXT,
      parts TEXT NOT NULL, status TEXT NOT NULL, created_at INTEGER NOT NULL,
      usage TEXT, cost_usd REAL, turn_id TEXT) WITHOUT ROWID`,
    "CREATE INDEX messages_by_parent ON messages (parent_id)",
    `CREATE TABLE turns (
      id TEXT PRIMARY KEY, state TEXT NOT NULL, trigger_id TEXT NOT NULL, answer_id TEXT NOT NULL,
      agent TEXT, model TEXT, mode TEXT, source TEXT NOT NULL, tier TEXT NOT NULL,
      created_at INTEGER NOT NULL, ready_at INTEGER NOT NULL, start_seq INTEGER NOT NULL,
      attempts INTEGER NOT NULL, ended_at INTEGER, summary TEXT) WITHOUT ROWID`,
    "CREATE INDEX turns_open ON turns (id) WHERE ended_at IS NULL",
    `CREATE TABLE inbox (
      key TEXT PRIMARY KEY, turn_id TEXT, message_id TEXT, seq INTEGER NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID`,
    "CREATE TABLE steps (turn_id TEXT NOT NULL, step INTEGER NOT NULL, reply TEXT NOT NULL, PRIMARY KEY (turn_id, step)) WITHOUT ROWID",
    `CREATE TABLE calls (
      turn_id TEXT NOT NULL, step INTEGER NOT NULL, call_id TEXT NOT NULL, state TEXT NOT NULL, record TEXT NOT NULL,
      PRIMARY KEY (turn_id, step, call_id)) WITHOUT ROWID`,
    "CREATE TABLE events (last_seq INTEGER PRIMARY KEY, first_seq INTEGER NOT NULL, at INTEGER NOT NULL, kind TEXT NOT NULL, json TEXT NOT NULL)",
    "CREATE TABLE scheduled (id TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, text TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE after_work (id INTEGER PRIMARY KEY, json TEXT NOT NULL)",
  ],
  [
    `CREATE TABLE deliveries (
      id TEXT PRIMARY KEY, turn_id TEXT NOT NULL, message_id TEXT NOT NULL, kind TEXT NOT NULL, target TEXT NOT NULL,
      status TEXT NOT NULL, chunks TEXT NOT NULL, chunk_count INTEGER NOT NULL, sent INTEGER NOT NULL,
      platform_ids TEXT NOT NULL, texts INTEGER NOT NULL, doubts INTEGER NOT NULL, doubt_at INTEGER, tries INTEGER NOT NULL,
      next_at INTEGER NOT NULL, since INTEGER NOT NULL, reason TEXT,
      created_at INTEGER NOT NULL, settled_at INTEGER) WITHOUT ROWID`,
    "CREATE INDEX deliveries_open ON deliveries (id) WHERE settled_at IS NULL",
  ],
  [
    `CREATE TABLE trail (
      first_seq INTEGER PRIMARY KEY, last_seq INTEGER NOT NULL, day TEXT NOT NULL, bytes INTEGER NOT NULL,
      written INTEGER NOT NULL, snapshot TEXT)`,
    `CREATE TABLE compactions (
      id TEXT PRIMARY KEY, upto TEXT NOT NULL, summary TEXT NOT NULL, by_model TEXT NOT NULL, messages INTEGER NOT NULL,
      tokens_before INTEGER NOT NULL, tokens_after INTEGER NOT NULL, tainted INTEGER NOT NULL,
      at INTEGER NOT NULL, flushed_at INTEGER, undone_at INTEGER) WITHOUT ROWID`,
    `CREATE TABLE prefixes (
      agent TEXT NOT NULL, tier TEXT NOT NULL, stamp TEXT NOT NULL, sections TEXT NOT NULL,
      PRIMARY KEY (agent, tier)) WITHOUT ROWID`,
  ],
  [
    `CREATE TABLE orders (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, attempts INTEGER NOT NULL, at INTEGER NOT NULL)`,
  ],
  ["CREATE TABLE side_calls (id TEXT PRIMARY KEY, estimate TEXT NOT NULL) WITHOUT ROWID"],
];

/** Brings the tables up to date; the first call creates them. One transaction. */
export function migrate(sql: Sql): void {
  sql.transaction(() => {
    sql.run("CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY)");
    const done =
      sql.all<{ version: number | null }>("SELECT MAX(version) AS version FROM migrations")[0]?.version ?? 0;
    MIGRATIONS.slice(done).forEach((statements, index) => {
      for (const statement of statements) sql.run(statement);
      sql.run("INSERT INTO migrations (version) VALUES (?)", done + index + 1);
    });
  });
}

/** Whether the object has ever been opened. Reads only, so that asking for an unknown id stores nothing. */
export function isMigrated(sql: Sql): boolean {
  return (
    sql.all("SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = 'migrations'").length > 0
  );
}
