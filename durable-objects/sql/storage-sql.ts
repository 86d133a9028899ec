/** Implements `Sql` on a Durable Object's storage. */
import type { Row, Sql } from "./sql.ts";

export function sqlOf(storage: DurableObjectStorage): Sql {
  let depth = 0;
  return {
    all: <R extends Row>(query: string, ...values: (string | number | null)[]) =>
      storage.sql.exec(query, ...values).toArray() as unknown as R[],
    run: (query, ...values) => storage.sql.exec(query, ...values).rowsWritten,
    script: (statements) => {
      storage.sql.exec(statements.join(";\n"));
    },
    transaction: (body) => {
      // A nested transaction joins the outer one: all or nothing, as its caller expects.
      if (depth > 0) return body();
      depth += 1;
      try {
        return storage.transactionSync(body);
      } finally {
        depth -= 1;
      }
    },
  };
}
