/**
 * The rows that nearly every commit writes. Each statement has its price, the more so where statements are traced, so
 * the rows of one commit wait for each other and go to the database as one: the view `commits` takes them apart.
 */
import type { AtOnce, Row, Sql, SqlValue, Tables } from "./sql.ts";

const COLUMNS = {
  inbox: ["key", "turn_id", "message_id", "seq", "at"],
  messages: [
    ...["id", "parent_id", "role", "agent", "author", "parts", "status", "created_at"],
    ...["usage", "cost_usd", "turn_id"],
  ],
  turns: [
    ...["id", "state", "trigger_id", "answer_id", "agent", "model", "mode", "source", "tier"],
    ...["created_at", "ready_at", "start_seq", "attempts"],
  ],
  endings: ["id", "state", "ended_at", "summary"],
  after_work: ["json"],
  events: ["last_seq", "first_seq", "at", "kind", "json"],
  meta: [
    ...["id", "conversation_id", "owner", "agent", "room", "channel", "title", "model", "mode", "head"],
    ...["seq_limit", "revision", "message_count", "turn_count", "input_tokens", "output_tokens", "cost_usd"],
    ...["window_start", "archived", "created_at", "updated_at"],
  ],
} as const;

/** `endings` are changes to rows of `turns`. */
export type RowKind = keyof typeof COLUMNS;

const STATEMENTS: Record<RowKind, string> = {
  inbox: insertInto("inbox", COLUMNS.inbox),
  messages: insertInto("messages", COLUMNS.messages),
  turns: insertInto("turns", COLUMNS.turns),
  endings: "UPDATE turns SET state = ?2, ended_at = ?3, summary = ?4 WHERE id = ?1",
  after_work: insertInto("after_work", COLUMNS.after_work),
  events: insertInto("events", COLUMNS.events),
  meta: insertInto("meta", COLUMNS.meta),
};

const TABLE: Record<RowKind, string> = {
  inbox: "inbox",
  messages: "messages",
  turns: "turns",
  endings: "turns",
  after_work: "after_work",
  events: "events",
  meta: "meta",
};

const KINDS = Object.keys(COLUMNS) as RowKind[];

/** One text for whatever rows a commit has: what is prepared once is not prepared again for others. */
const COMMIT = insertInto(
  "commits",
  KINDS.flatMap((kind) => COLUMNS[kind].map((column) => `${kind}_${column}`)),
);

const ABSENT = Object.fromEntries(
  KINDS.map((kind) => [kind, COLUMNS[kind].map(() => null)]),
) as unknown as Record<RowKind, null[]>;

/** Writes a row, or writes it anew; its values in the order of the columns above. */
export function putRow(sql: Sql, kind: RowKind, values: readonly SqlValue[]): void {
  if (sql instanceof CommitSql) sql.put(kind, values);
  else sql.run(STATEMENTS[kind], ...values);
}

/** The same SQLite. In a transaction, rows are held until the next statement of another kind, or its end. */
export class CommitSql implements Tables {
  private readonly sql: Tables;
  private readonly onUndone: () => void;
  private readonly held = new Map<RowKind, readonly SqlValue[]>();
  private depth = 0;

  /** `onUndone` hears when a transaction has changed nothing after all. */
  constructor(sql: Tables, onUndone: () => void) {
    this.sql = sql;
    this.onUndone = onUndone;
  }

  all<R extends Row>(query: string, ...values: SqlValue[]): R[] {
    this.flush();
    return this.sql.all<R>(query, ...values);
  }

  from<R extends Row>(table: string, query: string, ...values: SqlValue[]): R[] {
    return this.isEmpty(table) ? [] : this.all<R>(query, ...values);
  }

  isEmpty(table: string): boolean {
    return this.sql.isEmpty(table);
  }

  fill(table: string): void {
    this.sql.fill(table);
  }

  run(query: string, ...values: SqlValue[]): number {
    this.flush();
    return this.sql.run(query, ...values);
  }

  script(statements: readonly string[]): void {
    this.flush();
    this.sql.script(statements);
  }

  put(kind: RowKind, values: readonly SqlValue[]): void {
    if (this.held.has(kind)) this.flush();
    this.held.set(kind, values);
    this.fill(TABLE[kind]);
    if (this.depth === 0) this.flush();
  }

  transaction<T>(body: () => AtOnce<T>): T {
    this.depth += 1;
    try {
      return this.sql.transaction<T>(() => {
        const result = body();
        this.flush();
        return result;
      });
    } catch (problem) {
      // An inner transaction is part of the outer one, whose rows are its own to give up.
      if (this.depth === 1) this.held.clear();
      this.onUndone();
      throw problem;
    } finally {
      this.depth -= 1;
    }
  }

  private flush(): void {
    if (this.held.size === 0) return;
    const held = new Map(this.held);
    const rows = [...held];
    this.held.clear();
    const [first] = rows;
    if (first && rows.length === 1) this.sql.run(STATEMENTS[first[0]], ...first[1]);
    else this.sql.run(COMMIT, ...KINDS.flatMap((kind) => held.get(kind) ?? ABSENT[kind]));
  }
}

function insertInto(table: string, columns: readonly string[]): string {
  const marks = columns.map(() => "?").join(", ");
  return `INSERT OR REPLACE INTO ${table} (${columns.join(", ")}) VALUES (${marks})`;
}
