/** A backup as a program from outside makes it, and the empty instance that takes it over. */
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { conversationStub, schedulerStub } from "../../../src/app/objects/stubs.ts";
import { trustId } from "../../../src/domain/ids.ts";
import { FIRST_PERSON } from "../../../src/people/person.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { callApi, chat, request } from "../api.ts";
import { type Copy, copyInstance } from "./copy.ts";

const bindings = env as unknown as Env;
/** The smallest part that R2 takes. */
const PART_BYTES = 5 * 1024 * 1024;
const TOKEN = "test-admin-token-0123456789";

/** The tables of the database as they are now, by row number. */
async function tablesNow({ begun }: Copy): Promise<Copy["tables"]> {
  const tables: Copy["tables"] = new Map();
  for (const { name } of begun.tables) {
    const read = await bindings.DB.prepare(`SELECT rowid, * FROM "${name}" ORDER BY rowid`).raw();
    tables.set(name, new Map(read.map(([row, ...values]) => [row as number, values as (string | null)[]])));
  }
  return tables;
}

const sorted = (tables: Copy["tables"]) =>
  [...tables].map(([name, rows]) => [name, [...rows].sort(([a], [b]) => a - b)]);

const count = async (table: string) =>
  (await bindings.DB.prepare(`SELECT COUNT(*) AS n FROM ${table}`).first<{ n: number }>())?.n;

/** Tables that requests alone write, before they answer: turns, of other files too, leave rows that are written after them. */
const WRITTEN_AT_ONCE = ["memories", "agents", "rooms", "prompts", "instance_choices"];

// Wrangler keeps this list where it applies the migrations.
beforeAll(() =>
  bindings.DB.batch([
    bindings.DB.prepare("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT, applied_at TEXT)"),
    bindings.DB.prepare(
      "INSERT INTO d1_migrations (name) VALUES ('0000_core.sql'), ('0001_memory_and_jobs.sql')",
    ),
  ]),
);

test("a copy has each row as it is at the cut, also of what was written while it was read", async () => {
  await chat(tell({ text: ["Good morning."] }));
  const note = (text: string) => callApi<{ id: string }>("POST", "/memory/items", { content: text });
  const [kept, gone] = [await note("The key is under the mat."), await note("Soon forgotten.")];
  const copy = await copyInstance(async () => {
    await callApi("PATCH", `/memory/items/${kept.id}`, { content: "The key is with Ada." });
    await callApi("DELETE", `/memory/items/${gone.id}`);
    await note("Written meanwhile.");
    await chat(tell({ text: ["Good evening."] }));
  });
  const now = await tablesNow(copy);
  for (const name of WRITTEN_AT_ONCE) expect([name, copy.tables.get(name)]).toEqual([name, now.get(name)]);
  expect(copy.tables.get("memories")?.size).toBe(2);
  const sizes = [...copy.tables].map(([name, rows]) => [name, rows.size]);
  expect(copy.counts).toEqual(Object.fromEntries(sizes));
  expect(copy.begun.tables.map(({ name }) => name)).not.toContain("chunks_fts_data");
  expect(await count("sqlite_master WHERE type = 'trigger' AND name LIKE 'backup%'")).toBe(0);
  expect(await count("backup_changes")).toBe(0);
});

test("rows that are many and long are read span by span, a bounded part at a time", async () => {
  const put = bindings.DB.prepare(
    "INSERT INTO instance_choices (name, value, updated_at) VALUES (?1, ?2, 0)",
  );
  const long = "x".repeat(1_500_000);
  await bindings.DB.batch(Array.from({ length: 5 }, (_, at) => put.bind(`long ${at}`, JSON.stringify(long))));
  await bindings.DB.batch(Array.from({ length: 600 }, (_, at) => put.bind(`short ${at}`, "1")));
  const copy = await copyInstance();
  expect(copy.tables.get("instance_choices")?.size).toBe(605);
  await bindings.DB.prepare("DELETE FROM instance_choices").run();
});

test("an empty instance takes everything over: tables, files, conversations and schedules", async () => {
  const said = await chat(tell({ text: ["It stands in the record."] }));
  await bindings.BUCKET.put("files/psn_1/plan.md", "# Plan", { customMetadata: { name: "plan.md" } });
  const film = new Uint8Array(2 * PART_BYTES + 7).map((_, at) => at % 251);
  await bindings.BUCKET.put("files/psn_1/film.mp4", film, { httpMetadata: { contentType: "video/mp4" } });
  await callApi("POST", "/schedules", {
    ...{ kind: "cron", name: "Weekly", text: "Look.", time_zone: "UTC", cron: "0 9 * * 1" },
  });
  await callApi("POST", "/backups/settle", { since: "2020-01-01T00:00:00Z" });
  const empty = await callApi<{ id: string }>("POST", "/conversations", { title: "Not begun" });
  const copy = await copyInstance();
  const before = await callApi<object>("GET", `/conversations/${said.conversation_id}/messages`);

  await emptied(copy);
  const shape = { migrations: copy.begun.migrations, tables: copy.begun.tables };
  const { id } = await callApi<{ id: string }>("POST", "/restores", shape);
  await fill(id, copy);
  const built = await callApi<{ conversations: number; failed: string[] }>(
    "POST",
    `/restores/${id}/conversations`,
    {},
  );
  for (const each of copy.schedules) await callApi("PUT", `/restores/${id}/schedules`, each);
  await callApi("DELETE", `/restores/${id}`);

  expect(built).toMatchObject({ conversations: copy.counts["conversations"], failed: [] });
  expect(await callApi("GET", `/conversations/${said.conversation_id}/messages`)).toEqual(before);
  expect(await callApi("GET", `/conversations/${empty.id}`)).toMatchObject({ title: "Not begun" });
  const schedules = await callApi<{ items: object[] }>("GET", "/schedules");
  expect(schedules.items).toMatchObject([{ name: "Weekly", state: "active" }]);
  const next = await runInDurableObject(schedulerStub(bindings, FIRST_PERSON), (_, { storage }) =>
    storage.getAlarm(),
  );
  expect(next).not.toBeNull();
  const file = await bindings.BUCKET.get("files/psn_1/plan.md");
  expect([await file?.text(), file?.customMetadata]).toEqual(["# Plan", { name: "plan.md" }]);
  const whole = await bindings.BUCKET.get("files/psn_1/film.mp4");
  expect(whole?.httpMetadata).toMatchObject({ contentType: "video/mp4" });
  expect(new Uint8Array((await whole?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(film);
  const read = await request(
    "GET",
    `/backups/objects/content?key=files%2Fpsn_1%2Ffilm.mp4&offset=${2 * PART_BYTES}&length=99`,
  );
  expect(read.headers.get("content-length")).toBe("7");
  expect(new Uint8Array(await read.arrayBuffer())).toEqual(film.slice(2 * PART_BYTES));
  expect(sorted((await copyInstance()).tables)).toEqual(sorted(await tablesNow(copy)));
});

test("an instance that has something, a copy that is not this code's, and another run are refused in words", async () => {
  await chat(tell({ text: ["Here."] }));
  const full = await request("POST", "/restores", { migrations: [], tables: [] });
  expect([full.status, await full.text()]).toEqual([409, expect.stringContaining("not empty")]);
  const { id } = await callApi<{ id: string }>("POST", "/backups", {});
  const second = await request("POST", "/backups", {});
  expect([second.status, await second.text()]).toEqual([409, expect.stringContaining(id)]);
  const other = await request("GET", `/backups/${id}/rows?table=sqlite_master`);
  expect([other.status, await other.text()]).toEqual([400, expect.stringContaining("no table")]);
  await callApi("DELETE", `/backups/${id}`);
  const over = await request("POST", `/backups/${id}/cut`, {});
  expect([over.status, await over.text()]).toEqual([404, expect.stringContaining("Begin it anew")]);
});

test("a backup that was broken off leaves no triggers behind", async () => {
  const { id } = await callApi<{ id: string }>("POST", "/backups", {});
  await bindings.DB.prepare("UPDATE backup_runs SET seen_at = 0 WHERE id = ?1").bind(id).run();
  const copy = await copyInstance();
  expect(copy.begun.id).not.toBe(id);
  expect(await count("sqlite_master WHERE type = 'trigger' AND name LIKE 'backup%'")).toBe(0);
});

test("a restore that was broken off keeps the instance at rest until the next one is whole", async () => {
  const copy = await copyInstance();
  await emptied(copy);
  const shape = { migrations: copy.begun.migrations, tables: copy.begun.tables };
  const first = await callApi<{ id: string }>("POST", "/restores", shape);
  await bindings.DB.prepare("UPDATE backup_runs SET seen_at = 1").run();
  const refused = await request("POST", "/backups", {});
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining("restore once more")]);
  const { findings } = await callApi<{ findings: object[] }>("POST", "/doctor", {});
  expect(findings).toContainEqual(
    expect.objectContaining({
      check: "backups",
      state: "problem",
      detail: expect.stringContaining("broken off"),
    }),
  );
  const second = await callApi<{ id: string }>("POST", "/restores", shape);
  await fill(second.id, copy);
  const late = await request("DELETE", `/restores/${first.id}`);
  expect(late.status).toBe(404);
  await callApi("DELETE", `/restores/${second.id}`);
  expect(await count("backup_runs")).toBe(0);
});

test("reports are kept, newest first", async () => {
  const report = { kind: "drill", is_ok: true, place: "/backups", summary: "All is there." };
  await callApi("POST", "/backups/reports", report);
  await callApi("POST", "/backups/reports", { ...report, is_ok: false, summary: "3 rows differ." });
  const { items } = await callApi<{ items: object[] }>("GET", "/backups/reports");
  expect(items).toMatchObject([{ is_ok: false, summary: "3 rows differ." }, report]);
});

/** Empties the instance like a new machine: no rows, no objects, and nothing in any Durable Object. */
async function emptied({ tables, objects }: Copy): Promise<void> {
  const ids = (tables.get("conversations") ?? new Map()).values();
  for (const [id] of ids) {
    const stub = conversationStub(bindings, trustId(String(id)));
    await runInDurableObject(stub, (_, { storage }) => storage.deleteAll());
    await evictDurableObject(stub);
  }
  const scheduler = schedulerStub(bindings, FIRST_PERSON);
  await scheduler.erase();
  await bindings.DB.batch([...tables.keys()].map((name) => bindings.DB.prepare(`DELETE FROM "${name}"`)));
  for (const key of objects.keys()) await bindings.BUCKET.delete(key);
}

async function fill(id: string, { begun, tables, objects }: Copy): Promise<void> {
  for (const table of begun.tables) {
    const all = [...(tables.get(table.name) ?? [])].map(([row, values]) => [row, ...values]);
    for (let at = 0; at < all.length; at += 500)
      await callApi("POST", `/restores/${id}/rows`, { table, rows: all.slice(at, at + 500) });
  }
  for (const [key, { bytes, metadata }] of objects) {
    if (bytes.byteLength > PART_BYTES) await fillInParts(id, key, { bytes, metadata });
    else await put(`/restores/${id}/objects?key=${encodeURIComponent(key)}`, bytes, metadata);
  }
}

async function fillInParts(
  id: string,
  key: string,
  { bytes, metadata }: { bytes: ArrayBuffer; metadata: string },
) {
  const route = `/restores/${id}/objects`;
  const { upload_id } = await callApi<{ upload_id: string }>("POST", `${route}/parts`, { key, metadata });
  const etags: string[] = [];
  for (let at = 0; at < bytes.byteLength; at += PART_BYTES) {
    const query = new URLSearchParams({ key, upload_id, number: String(etags.length + 1) });
    const answer = await put(`${route}/parts?${query}`, bytes.slice(at, at + PART_BYTES));
    etags.push((await answer.json<{ etag: string }>()).etag);
  }
  // A second time is one whose first answer was lost.
  for (const _ of [1, 2]) await callApi("POST", `${route}/complete`, { key, upload_id, etags });
}

async function put(route: string, bytes: ArrayBuffer, metadata?: string): Promise<Response> {
  const headers = {
    ...{ authorization: `Bearer ${TOKEN}`, "content-type": "application/octet-stream" },
    ...{ "content-length": String(bytes.byteLength), ...(metadata && { "x-nightjar-metadata": metadata }) },
  };
  const worker = (exports as unknown as { default: Fetcher }).default;
  const answer = await worker.fetch(`http://nightjar.test/api/v1${route}`, {
    method: "PUT",
    headers,
    body: bytes,
  });
  expect(answer.ok, route).toBe(true);
  return answer;
}
