/** Each test file begins with a database that is as the migrations leave it. */
import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { GARDEN_MIGRATION } from "./garden/rows.ts";
import { working } from "./worker.ts";

const bindings = env as unknown as { DB: D1Database; TEST_DATABASE: string[] };

/** Whether the database of the file before is still there. */
async function isStanding(): Promise<boolean> {
  const query = "SELECT 1 FROM sqlite_schema WHERE name = 'agents'";
  return (await bindings.DB.prepare(query).first()) !== null;
}

/** Resolves when no job of the file before is under way, or after 20 seconds. */
async function untilIdle(): Promise<void> {
  const check = () => {
    if (working.batches > 0) throw new Error("Jobs are at work.");
  };
  await vi.waitFor(check, { timeout: 20_000, interval: 5 }).catch(() => undefined);
}

// A job whose storage is emptied under it stands still for most of a minute, and its queue with it.
await untilIdle();
// A database in which the file before was still at work has outlived one reset in some hundred, on a busy machine.
do await reset();
while (await isStanding());
// In one batch: one after the other they took a second a file.
const statements = [...bindings.TEST_DATABASE, ...GARDEN_MIGRATION];
await bindings.DB.batch(statements.map((statement) => bindings.DB.prepare(statement)));
