/** Each test file begins with a database that has all migrations. */
import { applyD1Migrations, type D1Migration, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

const bindings = env as unknown as { DB: D1Database; TEST_MIGRATIONS: D1Migration[] };

/** Whether the database of the file before is still there. */
async function isStanding(): Promise<boolean> {
  const query = "SELECT 1 FROM sqlite_schema WHERE name = 'd1_migrations'";
  return (await bindings.DB.prepare(query).first()) !== null;
}

// A database in which the file before was still at work has outlived one reset in some hundred, on a busy machine.
do await reset();
while (await isStanding());
await applyD1Migrations(bindings.DB, bindings.TEST_MIGRATIONS);
