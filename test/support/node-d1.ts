/** D1 on Node: its binding over SQLite in memory, with this repository's tables. What drizzle asks of it, and no more. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
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
    rows_read: number;
    changes: number;
  }
}

export function nodeD1(): D1Database {
  const database = new DatabaseSync(":memory:");
  for (const statement of databaseStatements()) database.exec(statement);
  return d1Over(database);
}

export function d1Over(database: DatabaseSync): D1Database {
  const queries = new Queries(database);
  const binding = {
    prepare: (query: string) => new Statement(queries, query),
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

/** Queries of one database, each prepared once for rows as objects and once for rows as lists. */
class Queries {
  private readonly database: DatabaseSync;
  private readonly prepared = new Map<string, StatementSync>();
  private readonly preparedForLists = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  of(query: string): StatementSync {
    const known = this.prepared.get(query) ?? this.database.prepare(query);
    this.prepared.set(query, known);
    return known;
  }

  listsOf(query: string): StatementSync {
    const known = this.preparedForLists.get(query) ?? this.database.prepare(query);
    known.setReturnArrays(true);
    this.preparedForLists.set(query, known);
    return known;
  }
}

class Statement {
  private readonly queries: Queries;
  private readonly query: string;
  private readonly values: readonly SQLInputValue[];

  constructor(queries: Queries, query: string, values: readonly SQLInputValue[] = []) {
    this.queries = queries;
    this.query = query;
    this.values = values;
  }

  bind(...values: unknown[]): Statement {
    const plain = values.map((value) => (typeof value === "boolean" ? Number(value) : value));
    return new Statement(this.queries, this.query, plain as SQLInputValue[]);
  }

  results() {
    const results = this.queries.of(this.query).all(...this.values);
    const [counted] = this.queries.of("SELECT changes() AS changes").all();
    return { success: true, results, meta: { changes: Number(counted?.["changes"]) } };
  }

  async all() {
    return this.results();
  }

  async run() {
    const { changes } = this.queries.of(this.query).run(...this.values);
    return { success: true, results: [], meta: { changes: Number(changes) } };
  }

  async raw() {
    return this.queries.listsOf(this.query).all(...this.values);
  }

  async first(column?: string) {
    const row = this.results().results[0];
    return (column === undefined ? row : row?.[column]) ?? null;
  }
}
