/** A process's cache of passages belongs to the database that they came from. */
import { applyD1Migrations, type D1Migration, reset } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";

const bindings = env as unknown as { DB: D1Database; TEST_MIGRATIONS: D1Migration[] };

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const worker = exports as unknown as { default: Fetcher };
  return worker.default.fetch(`https://nightjar.test/api/v1${path}`, {
    method,
    headers: { authorization: "Bearer test-admin-token-0123456789", "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function archive(conversation: string, text: string): Promise<void> {
  const items = [{ id: "D1:1", speaker: "Ann", text }];
  expect((await call("POST", "/memory/index", { conversation, items })).status).toBe(200);
}

async function found(): Promise<unknown> {
  const answer = await call("GET", "/memory/search?q=where+is+the+lantern");
  const { items } = await answer.json<{ items: { source: string; text: string }[] }>();
  return items.map(({ source, text }) => ({ source, text }));
}

test("a database that takes the place of another is searched for itself", async () => {
  await archive("before", "The lantern hangs in the barn");
  expect(await found()).toEqual([{ source: "before", text: "The lantern hangs in the barn" }]);
  await reset();
  await applyD1Migrations(bindings.DB, bindings.TEST_MIGRATIONS);
  await archive("after", "The lantern stands on the stairs");
  expect(await found()).toEqual([{ source: "after", text: "The lantern stands on the stairs" }]);
});
