import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import type { Automation, AutomationRun } from "../../../src/contract/instance/automations.ts";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { D1JobStore } from "../../../src/storage/d1/jobs/jobs.ts";
import { CostLedger } from "../../../src/storage/d1/ledger/costs.ts";
import { ids, type Somebody, somebody } from "../people/somebody.ts";

const { DB } = env as unknown as Env;
const ledger = new CostLedger(openDatabase(DB));

interface Page<T> {
  items: T[];
  next_cursor: string | null;
}

async function read<T>({ ask }: Somebody, path: string): Promise<T> {
  const response = await ask("GET", path);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

const listOf = async (who: Somebody) => (await read<Page<Automation>>(who, "/automations")).items;
const byKind = (items: readonly Automation[], kind: string) => items.filter((each) => each.kind === kind);

/** A finished job of that person, with a call of its model in the ledger. */
async function extracted(owner: string, at: number): Promise<string> {
  const id = ids.create("job");
  const conversation_id = ids.create("cnv");
  await DB.prepare(
    `INSERT INTO jobs (id, kind, owner, conversation_id, status, attempts, run_after, started_at, finished_at, result,
      created_at, updated_at) VALUES (?1, 'memory.extract', ?2, ?3, 'completed', 1, ?4, ?4, ?5, '2 kept', ?4, ?5)`,
  )
    .bind(id, owner, conversation_id, at, at + 1_000)
    .run();
  await ledger.put({
    id: `memory:extract:${conversation_id}:0:2:${at}`,
    at: at + 10,
    owner,
    conversation_id,
    ...{ turn_id: "", agent: "", provider: "openai", model: "small", purpose: "memory" },
    ...{ input_tokens: 10, output_tokens: 5, cache_read_tokens: 0, cache_write_tokens: 0, cost_usd: 0.01 },
  });
  return id;
}

test("a member sees what runs for them, whatever starts it; the instance's jobs are for its operator", async () => {
  const ann = await somebody("member");
  const made = { name: "Digest", text: "Write it.", cron: "0 9 * * 1", time_zone: "UTC" };
  const schedule = (await (await ann.ask("POST", "/schedules", made)).json()) as { id: string };
  const hook = (await (await ann.ask("POST", "/hooks", { name: "Alerts" })).json()) as { id: string };
  await ann.ask("POST", "/webhook-endpoints", {
    ...{ name: "Elsewhere", url: "https://example.com/events", events: ["turn.ended"] },
  });

  const own = await listOf(ann);
  expect(byKind(own, "schedule")).toMatchObject([
    {
      ...{ id: schedule.id, name: "Digest", is_on: true, last: null, runs: 0, cost_usd: null },
      occasion: { type: "timing", cron: "0 9 * * 1" },
      page: `/schedules/${schedule.id}`,
    },
  ]);
  expect(byKind(own, "schedule")[0]?.next_at).not.toBeNull();
  expect(byKind(own, "hook")).toMatchObject([{ name: "Alerts", occasion: { by: "request" } }]);
  expect(byKind(own, "webhook")).toMatchObject([{ name: "Elsewhere", occasion: { by: "event" } }]);
  expect(own.every(({ is_own }) => is_own)).toBe(true);

  const boss = await listOf(await somebody("admin"));
  expect(byKind(boss, "schedule")).toEqual([]);
  expect(boss.filter(({ is_own }) => !is_own)).toContainEqual(
    expect.objectContaining({ id: "memory.consolidate", occasion: { type: "recurrence", each: "hour" } }),
  );

  const bob = await somebody("member");
  for (const path of [
    `schedule/${schedule.id}`,
    `hook/${hook.id}`,
    "job/memory.consolidate",
    "backup/backup",
  ])
    expect([path, (await bob.ask("GET", `/automations/${path}/runs`)).status]).toEqual([path, 404]);
});

test("runs of a job are told page by page, each with its model and cost", async () => {
  const ann = await somebody("member");
  const bob = await somebody("member");
  const at = Date.now() - 3_600_000;
  const earlier = await extracted(ann.id, at);
  const later = await extracted(ann.id, at + 5_000);
  await extracted(bob.id, at);

  const job = (await listOf(ann)).find(({ id }) => id === "memory.extract");
  expect(job).toMatchObject({
    ...{ runs: 2, models: ["openai/small"], cost_usd: 0.02, next_at: null },
    last: { state: "succeeded", reason: "2 kept" },
  });
  const path = "/automations/job/memory.extract/runs?limit=1";
  const first = await read<Page<AutomationRun>>(ann, path);
  expect(first.items).toMatchObject([{ id: later, models: ["openai/small"], cost_usd: 0.01 }]);
  const second = await read<Page<AutomationRun>>(ann, `${path}&cursor=${first.next_cursor}`);
  expect(second).toMatchObject({ items: [{ id: earlier, state: "succeeded" }], next_cursor: null });
});

test("a job that waits tells when it comes next, and none is a run before it has begun", async () => {
  const ann = await somebody("member");
  const due = Date.now() + 60_000;
  await new D1JobStore(DB).insert({
    ...{ id: ids.create("job"), kind: "memory.extract", owner: ann.id, payload: {}, priority: 8 },
    ...{ status: "pending", attempts: 0, max_attempts: 3, run_after: due, created_at: 1, updated_at: 1 },
  });
  const job = (await listOf(ann)).find(({ id }) => id === "memory.extract");
  expect(job).toMatchObject({ runs: 0, last: null, next_at: new Date(due).toISOString() });
});
