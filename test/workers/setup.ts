/** Each test file begins with a database that is as the migrations leave it. */
import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { GARDEN_MIGRATION } from "./garden/rows.ts";

const bindings = env as unknown as { DB: D1Database; TEST_DATABASE: string[] };

/** Whether the database of the file before is still there. */
async function isStanding(): Promise<boolean> {
  const query = "SELECT 1 FROM sqlite_schema WHERE name = 'agents'";
  return (await bindings.DB.prepare(query).first()) !== null;
}

// A database in which the file before was still at work has outlived one reset in some hundred, on a busy machine.
do await reset();
while (await isStanding());
// In one batch: one after the other they took a second a file.
const statements = [...bindings.TEST_DATABASE, ...GARDEN_MIGRATION];
await bindings.DB.batch(statements.map((statement) => bindings.DB.prepare(statement)));
