/** Rows of a run: facts by name, and the journal of its steps. */
import type { Journal, JournalEntry } from "../../src/research/ports.ts";
import type { ResearchSnapshot } from "../../src/research/stored.ts";
import type { Row, Sql } from "../sql/sql.ts";

const TABLES = [
  "CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
  `CREATE TABLE IF NOT EXISTS journal (
    key TEXT PRIMARY KEY, worst_usd REAL NOT NULL, cost_usd REAL, result TEXT, is_failure INTEGER, is_retired INTEGER)`,
];

export type Facts = Omit<ResearchSnapshot, "journal">;

interface JournalRow extends Row {
  key: string;
  worst_usd: number;
  cost_usd: number | null;
  result: string | null;
  is_failure: number | null;
  is_retired: number | null;
}

export class ResearchRows implements Journal {
  private readonly sql: Sql;
  private readonly entries = new Map<string, JournalEntry>();

  constructor(sql: Sql) {
    this.sql = sql;
    sql.script(TABLES);
    for (const row of sql.all<JournalRow>("SELECT * FROM journal ORDER BY rowid"))
      this.entries.set(row.key, entryOf(row));
  }

  /** Undefined before the run has begun. */
  fact<Name extends keyof Facts>(name: Name): Facts[Name] | undefined {
    const [row] = this.sql.all<{ value: string }>("SELECT value FROM facts WHERE name = ?", name);
    return row && (JSON.parse(row.value) as Facts[Name]);
  }

  set(facts: Partial<Facts>): void {
    this.sql.transaction(() => {
      for (const [name, value] of Object.entries(facts))
        this.sql.run("INSERT OR REPLACE INTO facts VALUES (?, ?)", name, JSON.stringify(value));
    });
  }

  all(): JournalEntry[] {
    return [...this.entries.values()];
  }

  get(key: string): JournalEntry | undefined {
    return this.entries.get(key);
  }

  begin(key: string, worst_usd: number): void {
    this.put({ key, worst_usd });
  }

  end(key: string, end: NonNullable<JournalEntry["end"]>): void {
    this.put({ ...(this.entries.get(key) ?? { key, worst_usd: 0 }), end });
  }

  /** Steps that failed are made anew. */
  retireFailures(): void {
    for (const entry of this.all()) if (entry.end?.is_failure) this.put({ ...entry, is_retired: true });
  }

  /** Begins again: nothing that was done counts any more, its cost neither. */
  beginAnew(): void {
    this.sql.script(["DELETE FROM journal"]);
    this.entries.clear();
  }

  restore(journal: readonly JournalEntry[]): void {
    for (const entry of journal) this.put(entry);
  }

  clear(): void {
    this.sql.script(["DELETE FROM facts", "DELETE FROM journal"]);
    this.entries.clear();
  }

  private put(entry: JournalEntry): void {
    const { key, worst_usd, end, is_retired } = entry;
    const ended = [end?.cost_usd ?? null, end ? JSON.stringify(end.result ?? null) : null];
    const flags = [end ? Number(end.is_failure) : null, is_retired ? 1 : null];
    this.sql.run(
      "INSERT OR REPLACE INTO journal VALUES (?, ?, ?, ?, ?, ?)",
      key,
      worst_usd,
      ...ended,
      ...flags,
    );
    this.entries.set(key, entry);
  }
}

function entryOf({ key, worst_usd, cost_usd, result, is_failure, is_retired }: JournalRow): JournalEntry {
  const end = result !== null && {
    cost_usd: cost_usd ?? 0,
    result: JSON.parse(result),
    is_failure: is_failure === 1,
  };
  return { key, worst_usd, ...(end && { end }), ...(is_retired === 1 && { is_retired: true }) };
}
