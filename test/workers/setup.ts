/** Each test file begins with a database that has all migrations. */
import { type D1Migration, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

const bindings = env as unknown as { DB: D1Database; TEST_MIGRATIONS: D1Migration[] };

/** Whether the database of the file before is still there. */
async function isStanding(): Promise<boolean> {
  const query = "SELECT 1 FROM sqlite_schema WHERE name = 'agents'";
  return (await bindings.DB.prepare(query).first()) !== null;
}

// A database in which the file before was still at work has outlived one reset in some hundred, on a busy machine.
do await reset();
while (await isStanding());
const statements = bindings.TEST_MIGRATIONS.flatMap(({ queries }) => queries);
// In one batch: one after the other they took a second a file.
await bindings.DB.batch(statements.map((statement) => bindings.DB.prepare(statement)));
