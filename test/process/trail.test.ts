import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Message } from "../../src/channels/web/wire.ts";
import { type Nightjar, startNightjar } from "../support/process/nightjar.ts";
import { until } from "../support/process/until.ts";

interface Chatted {
  id: string;
  before: { items: Message[] };
  /** The file that holds it. */
  database: string;
}

let nightjar: Nightjar;
let gone: Chatted;
let damaged: Chatted;
/** Two conversations, and what befalls them while nothing runs. */
beforeAll(async () => {
  nightjar = await startNightjar({ launcher: "runtime" });
  const begun = [await begin(), await begin()] as const;
  [gone, damaged] = await Promise.all([chatted(begun[0]), chatted(begun[1])]);
  await nightjar.stop();
  rmSync(gone.database);
  damage(damaged.database);
  for (const { database } of [gone, damaged])
    for (const log of ["-wal", "-shm"]) rmSync(`${database}${log}`, { force: true });
  await nightjar.start();
});
afterAll(() => nightjar?.dispose());

/** Files below the state folder whose path has all of these words in it. */
function stateFiles(...words: string[]): string[] {
  const all = readdirSync(nightjar.place.state, { recursive: true, encoding: "utf8" });
  return all
    .filter((file) => words.every((word) => file.includes(word)))
    .map((file) => path.join(nightjar.place.state, file));
}

/**
 * All that the bucket holds, as a reader of the bucket would find it: the file of an object is on the disk before the
 * bucket knows of it.
 */
function bucket(): string {
  const blobs = new Map(stateFiles("r2", "blobs").map((file) => [path.basename(file), file]));
  return stateFiles("r2", ".sqlite")
    .filter((file) => file.endsWith(".sqlite") && !path.basename(file).includes("metadata"))
    .flatMap(blobsKnownTo)
    .flatMap((blob) => blobs.get(blob) ?? [])
    .map(contentOf)
    .join("");
}

/** Empty of one that was replaced since the bucket was asked. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}

function blobsKnownTo(database: string): string[] {
  const opened = new DatabaseSync(database, { readOnly: true });
  opened.exec("PRAGMA busy_timeout = 10000");
  const rows = opened.prepare("SELECT blob_id FROM _mf_objects").all();
  opened.close();
  return rows.map((row) => String(row["blob_id"]));
}

const page = (id: string) =>
  nightjar.request<{ items: Message[] }>("GET", `/conversations/${id}/messages?limit=100`);

/** Of conversations, one each; the platform's own notes about all of them are left alone. */
const databases = () =>
  stateFiles("Conversation", ".sqlite").filter(
    (file) => file.endsWith(".sqlite") && !path.basename(file).includes("metadata"),
  );

const chat = (message: string, conversation_id?: string) =>
  nightjar.request<{ conversation_id: string; message_id: string }>("POST", "/chat", {
    message,
    conversation_id,
  });

/** Titles differ, since the bucket is searched for all conversations at once. */
const titleOf = (id: string) => `Sums of ${id}`;

async function begin(): Promise<Omit<Chatted, "before">> {
  const others = new Set(databases());
  const { conversation_id: id } = await chat("What is 6 times 7?");
  const [database = "", ...more] = databases().filter((file) => !others.has(file));
  expect(more).toEqual([]);
  return { id, database };
}

/** Two exchanges, an answer made again, and a title; resolves when the trail and the list have all of it. */
async function chatted({ id, database }: Omit<Chatted, "before">): Promise<Chatted> {
  const { message_id } = await chat("And 7 times 8?", id);
  await nightjar.request("POST", `/conversations/${id}/regenerate`, { message_id });
  const before = await until(
    () => page(id),
    ({ items }) => items.length === 4 && items.at(-1)?.id !== message_id,
  );
  await nightjar.request("PATCH", `/conversations/${id}`, { title: titleOf(id) });
  const all = [...before.items.map((message) => `"id":"${message.id}"`), `"title":"${titleOf(id)}"`];
  await until(
    async () => bucket(),
    (text) => all.every((part) => text.includes(part)),
  );
  // What is not in the list counts as deleted, and is not made again.
  await until(
    () => nightjar.request<{ items: { id: string; title: string }[] }>("GET", "/conversations"),
    ({ items }) => items.some((item) => item.id === id && item.title === titleOf(id)),
  );
  return { id, before, database };
}

async function opensWhole(id: string, before: { items: Message[] }): Promise<void> {
  const rebuilt = { level: "warning", text: expect.stringContaining("rebuilt from its trail") };
  expect(await page(id)).toEqual({ ...before, notices: [expect.objectContaining(rebuilt)] });
  const { title, message_count } = await nightjar.request<{ title: string; message_count: number }>(
    "GET",
    `/conversations/${id}`,
  );
  expect({ title, message_count }).toEqual({ title: titleOf(id), message_count: 5 });
  const { events } = await nightjar.request<{ events: { text?: string }[] }>(
    "GET",
    `/conversations/${id}/history?full=true`,
  );
  expect(JSON.stringify(events)).toContain("rebuilt from its trail");
  const { reply } = await nightjar.request<{ reply: string }>("POST", "/chat", {
    message: "Are you there?",
    conversation_id: id,
  });
  expect(reply).not.toBe("");
}

it("a conversation whose storage is gone from the disk is whole again when it is opened", () =>
  opensWhole(gone.id, gone.before));

it("a conversation whose file is damaged is whole again when it is opened", () =>
  opensWhole(damaged.id, damaged.before));

/** Everything behind the first page. Without that page the runtime itself cannot open the object. */
function damage(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill("not a page at all ", 4_096);
  writeFileSync(file, bytes);
}
