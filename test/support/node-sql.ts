/** A conversation's SQLite on Node: what the Durable Object's storage gives it, without the object. */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Row, Sql, SqlValue } from "../../durable-objects/sql/sql.ts";

export class NodeSql implements Sql {
  readonly database: DatabaseSync;
  /** Called before each statement that may write. */
  onWrite: () => void = () => undefined;
  private readonly prepared = new Map<string, StatementSync>();
  private depth = 0;

  constructor(database = new DatabaseSync(":memory:")) {
    this.database = database;
    database.exec("PRAGMA foreign_keys = ON");
  }

  all<R extends Row>(query: string, ...values: SqlValue[]): R[] {
    return this.statement(query).all(...values) as R[];
  }

  run(query: string, ...values: SqlValue[]): number {
    this.onWrite();
    return Number(this.statement(query).run(...values).changes);
  }

  script(statements: readonly string[]): void {
    this.onWrite();
    this.database.exec(statements.join(";\n"));
  }

  /** As in the object, an inner transaction is part of the outer one. */
  transaction<T>(body: () => T): T {
    if (this.depth > 0) return body();
    this.depth += 1;
    this.database.exec("SAVEPOINT one");
    try {
      const result = body();
      this.database.exec("RELEASE one");
      return result;
    } catch (problem) {
      this.database.exec("ROLLBACK TO one");
      this.database.exec("RELEASE one");
      throw problem;
    } finally {
      this.depth -= 1;
    }
  }

  private statement(query: string): StatementSync {
    const known = this.prepared.get(query);
    if (known) return known;
    const made = this.database.prepare(query);
    this.prepared.set(query, made);
    return made;
  }
}
