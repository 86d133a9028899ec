/** The object's tables, by numbered migration. A migration that has landed is never edited. */
import type { Tables } from "./sql.ts";

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
  // What one commit writes, as one row: see commit-rows.ts.
  [
    `CREATE VIEW commits AS SELECT
      NULL AS inbox_key, NULL AS inbox_turn_id, NULL AS inbox_message_id, NULL AS inbox_seq, NULL AS inbox_at,
      NULL AS messages_id, NULL AS messages_parent_id, NULL AS messages_role, NULL AS messages_agent,
      NULL AS messages_author, NULL AS messages_parts, NULL AS messages_status, NULL AS messages_created_at,
      NULL AS messages_usage, NULL AS messages_cost_usd, NULL AS messages_turn_id,
      NULL AS turns_id, NULL AS turns_state, NULL AS turns_trigger_id, NULL AS turns_answer_id, NULL AS turns_agent,
      NULL AS turns_model, NULL AS turns_mode, NULL AS turns_source, NULL AS turns_tier, NULL AS turns_created_at,
      NULL AS turns_ready_at, NULL AS turns_start_seq, NULL AS turns_attempts,
      NULL AS endings_id, NULL AS endings_state, NULL AS endings_ended_at, NULL AS endings_summary,
      NULL AS after_work_json,
      NULL AS events_last_seq, NULL AS events_first_seq, NULL AS events_at, NULL AS events_kind, NULL AS events_json,
      NULL AS meta_id, NULL AS meta_conversation_id, NULL AS meta_owner, NULL AS meta_agent, NULL AS meta_room,
      NULL AS meta_channel, NULL AS meta_title, NULL AS meta_model, NULL AS meta_mode, NULL AS meta_head,
      NULL AS meta_seq_limit, NULL AS meta_revision, NULL AS meta_message_count, NULL AS meta_turn_count,
      NULL AS meta_input_tokens, NULL AS meta_output_tokens, NULL AS meta_cost_usd, NULL AS meta_window_start,
      NULL AS meta_archived, NULL AS meta_created_at, NULL AS meta_updated_at`,
    `CREATE TRIGGER commits_to_tables INSTEAD OF INSERT ON commits BEGIN
      INSERT OR REPLACE INTO inbox (key, turn_id, message_id, seq, at)
        SELECT NEW.inbox_key, NEW.inbox_turn_id, NEW.inbox_message_id, NEW.inbox_seq, NEW.inbox_at
        WHERE NEW.inbox_key IS NOT NULL;
      INSERT OR REPLACE INTO messages
        (id, parent_id, role, agent, author, parts, status, created_at, usage, cost_usd, turn_id)
        SELECT NEW.messages_id, NEW.messages_parent_id, NEW.messages_role, NEW.messages_agent, NEW.messages_author,
          NEW.messages_parts, NEW.messages_status, NEW.messages_created_at, NEW.messages_usage, NEW.messages_cost_usd,
          NEW.messages_turn_id
        WHERE NEW.messages_id IS NOT NULL;
      INSERT OR REPLACE INTO turns
        (id, state, trigger_id, answer_id, agent, model, mode, source, tier, created_at, ready_at, start_seq, attempts)
        SELECT NEW.turns_id, NEW.turns_state, NEW.turns_trigger_id, NEW.turns_answer_id, NEW.turns_agent,
          NEW.turns_model, NEW.turns_mode, NEW.turns_source, NEW.turns_tier, NEW.turns_created_at, NEW.turns_ready_at,
          NEW.turns_start_seq, NEW.turns_attempts
        WHERE NEW.turns_id IS NOT NULL;
      UPDATE turns SET state = NEW.endings_state, ended_at = NEW.endings_ended_at, summary = NEW.endings_summary
        WHERE id = NEW.endings_id;
      INSERT INTO after_work (json) SELECT NEW.after_work_json WHERE NEW.after_work_json IS NOT NULL;
      INSERT OR REPLACE INTO events (last_seq, first_seq, at, kind, json)
        SELECT NEW.events_last_seq, NEW.events_first_seq, NEW.events_at, NEW.events_kind, NEW.events_json
        WHERE NEW.events_last_seq IS NOT NULL;
      INSERT OR REPLACE INTO meta
        (id, conversation_id, owner, agent, room, channel, title, model, mode, head, seq_limit, revision, message_count,
         turn_count, input_tokens, output_tokens, cost_usd, window_start, archived, created_at, updated_at)
        SELECT NEW.meta_id, NEW.meta_conversation_id, NEW.meta_owner, NEW.meta_agent, NEW.meta_room, NEW.meta_channel,
          NEW.meta_title, NEW.meta_model, NEW.meta_mode, NEW.meta_head, NEW.meta_seq_limit, NEW.meta_revision,
          NEW.meta_message_count, NEW.meta_turn_count, NEW.meta_input_tokens, NEW.meta_output_tokens, NEW.meta_cost_usd,
          NEW.meta_window_start, NEW.meta_archived, NEW.meta_created_at, NEW.meta_updated_at
        WHERE NEW.meta_id IS NOT NULL;
    END`,
  ],
];

/**
 * Few conversations need them: each is made when something is first written to it. A migration that changes one has to
 * become part of its making, and to run by itself only where it stands already.
 */
const LATE: ReadonlySet<string> = new Set([
  ...["steps", "calls", "scheduled", "deliveries", "compactions", "orders", "side_calls"],
]);

const MADE = /^CREATE (?:(?:TABLE|VIEW|TRIGGER) (\w+)|INDEX \w+ ON (\w+))/;

/** What makes a table that is made late, with its indexes; undefined of any other. */
export function makingOf(table: string): string[] | undefined {
  return LATE.has(table) ? MIGRATIONS.flat().filter((statement) => madeBy(statement) === table) : undefined;
}

function madeBy(statement: string): string | undefined {
  const [, named, indexed] = MADE.exec(statement) ?? [];
  return named ?? indexed;
}

/** Brings the tables up to date; the first call creates them. One transaction. */
export function migrate(sql: Tables): void {
  const done = isMigrated(sql) ? versionOf(sql) : 0;
  if (done >= MIGRATIONS.length) return;
  const statements = MIGRATIONS.slice(done).flat();
  sql.transaction(() => {
    sql.script([
      "CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY)",
      ...statements.filter((statement) => !LATE.has(madeBy(statement) ?? "")),
      `INSERT INTO migrations (version) VALUES (${MIGRATIONS.length})`,
    ]);
  });
}

function versionOf(sql: Tables): number {
  return (
    sql.all<{ version: number | null }>("SELECT MAX(version) AS version FROM migrations")[0]?.version ?? 0
  );
}

/** Whether the object has ever been opened. Reads only, so that asking for an unknown id stores nothing. */
export function isMigrated(sql: Tables): boolean {
  return !sql.isEmpty("migrations");
}
