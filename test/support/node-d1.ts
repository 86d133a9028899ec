/** D1 on Node: its binding over SQLite in memory, with this repository's tables. What drizzle asks of it, and no more. */
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { databaseStatements } from "./database.ts";

declare global {
  /** As much of it as stores without drizzle ask for. */
  interface D1Database {
    prepare(query: string): D1PreparedStatement;
    batch<T>(statements: D1PreparedStatement[]): Promise<{ results: T[]; meta: D1Meta }[]>;
  }
  interface D1PreparedStatement {
    bind(...values: unknown[]): D1PreparedStatement;
    all<T>(): Promise<{ results: T[]; meta: D1Meta }>;
    first<T>(column?: string): Promise<T | null>;
    run(): Promise<{ meta: D1Meta }>;
  }
  interface D1Meta {
    rows_read?: number;
    changes: number;
  }
}

export function nodeD1(): D1Database {
  const database = new DatabaseSync(":memory:");
  for (const statement of databaseStatements()) database.exec(statement);
  const binding = {
    prepare: (query: string) => new Statement(database, query),
    async batch(statements: Statement[]) {
      database.exec("BEGIN");
      try {
        const results = statements.map((statement) => statement.results());
        database.exec("COMMIT");
        return results;
      } catch (error) {
        database.exec("ROLLBACK");
        throw error;
      }
    },
  };
  return binding as unknown as D1Database;
}

class Statement {
  private readonly database: DatabaseSync;
  private readonly query: string;
  private readonly values: readonly SQLInputValue[];

  constructor(database: DatabaseSync, query: string, values: readonly SQLInputValue[] = []) {
    this.database = database;
    this.query = query;
    this.values = values;
  }

  bind(...values: unknown[]): Statement {
    const plain = values.map((value) => (typeof value === "boolean" ? Number(value) : value));
    return new Statement(this.database, this.query, plain as SQLInputValue[]);
  }

  results() {
    const results = this.database.prepare(this.query).all(...this.values);
    const [counted] = this.database.prepare("SELECT changes() AS changes").all();
    return { success: true, results, meta: { changes: Number(counted?.["changes"]) } };
  }

  async all() {
    return this.results();
  }

  async run() {
    const { changes } = this.database.prepare(this.query).run(...this.values);
    return { success: true, results: [], meta: { changes: Number(changes) } };
  }

  async raw() {
    const statement = this.database.prepare(this.query);
    statement.setReturnArrays(true);
    return statement.all(...this.values);
  }

  async first(column?: string) {
    const row = this.results().results[0];
    return (column === undefined ? row : row?.[column]) ?? null;
  }
}
