import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, inject, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { conversationStub } from "../../../src/app/objects/stubs.ts";
import { TEMPORARY_MS } from "../../../src/domain/conversation/conversation.ts";
import { trustId } from "../../../src/domain/ids.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import type { ChatReply } from "../api.ts";
import { type Somebody, somebody } from "../people/somebody.ts";

const { DB, BUCKET, ...bindings } = env as unknown as Env;

async function begun(person: Somebody, words: string): Promise<string> {
  const message = `${words} ${tell({ text: ["Noted."] })}`;
  const body = { message, model: "openai/told", temporary: true };
  const reply = (await (await person.ask("POST", "/chat", body)).json()) as ChatReply;
  expect(reply).toMatchObject({ reply: "Noted.", status: "completed" });
  return reply.conversation_id;
}

const stubOf = (id: string) => conversationStub({ DB, BUCKET, ...bindings } as Env, trustId<"cnv">(id));

async function rowsNaming(table: string, column: string, id: string): Promise<number> {
  const counted = await DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${column} = ?`)
    .bind(id)
    .first("n");
  return Number(counted);
}

async function listed(person: Somebody): Promise<string> {
  return (await person.ask("GET", "/conversations")).text();
}

test("nothing of it is outside its object but what it cost", async () => {
  const ada = await somebody("member");
  const words = `the password is ${crypto.randomUUID()}`;
  const id = await begun(ada, words);
  await soon(async () => expect(await rowsNaming("costs", "conversation_id", id)).toBeGreaterThan(0));
  expect(await rowsNaming("conversations", "id", id)).toBe(0);
  expect(await listed(ada)).not.toContain(id);
  const { objects } = await BUCKET.list({ limit: 1_000 });
  for (const { key } of objects) expect(key).not.toContain(id);
  const found = await ada.ask("GET", `/conversations/search?q=${encodeURIComponent(words)}`);
  expect(await found.json()).toMatchObject({ items: [] });
  const shown = await ada.ask("GET", `/conversations/${id}`);
  expect(shown.headers.get("cache-control")).toBe("no-store");
  expect(await shown.json()).toMatchObject({ title: "", expires_at: expect.any(String) });
});

test("its model gets no memory and no tool that leaves something behind", async () => {
  const ada = await somebody("member");
  const words = `which tools ${crypto.randomUUID()}`;
  await ada.ask("POST", "/memory", { text: "Ada keeps owls." });
  await begun(ada, words);
  const told = (await (await fetch(`${inject("toldModelUrl")}/told`)).json()) as unknown[];
  const asked = told.find((request) => JSON.stringify(request).includes(words)) as {
    tools?: { function: { name: string } }[];
  };
  expect(JSON.stringify(asked)).not.toContain("owls");
  const names = (asked.tools ?? []).map((tool) => tool.function.name);
  expect(names).toContain("web_fetch");
  for (const name of ["memory_write", "memory_search", "schedule_message", "write", "spawn_agent"])
    expect(JSON.stringify(asked.tools)).not.toContain(`"${name}"`);
});

test("it goes on after a restart, and a day after its last message it is gone with its files", async () => {
  const ada = await somebody("member");
  const id = await begun(ada, "hello");
  await evictDurableObject(stubOf(id));
  const again = { message: tell({ text: ["Still here."] }), conversation_id: id };
  const reply = await (await ada.ask("POST", "/chat", again)).json();
  expect(reply).toMatchObject({ reply: "Still here." });
  await evictDurableObject(stubOf(id));
  await runInDurableObject(stubOf(id), (_object, { storage }) => {
    storage.sql.exec("UPDATE meta SET updated_at = updated_at - ?", TEMPORARY_MS);
  });
  await evictDurableObject(stubOf(id));
  await runDurableObjectAlarm(stubOf(id));
  await runInDurableObject(stubOf(id), (_object, { storage }) => {
    expect(storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'messages'").toArray()).toEqual([]);
  });
  expect((await ada.ask("GET", `/conversations/${id}`)).status).toBe(404);
});

test("it is closed by its person, and is neither named, shared, copied nor put into a room", async () => {
  const [ada, bo] = [await somebody("member"), await somebody("member")];
  const made = await ada.ask("POST", "/conversations", { temporary: true, model: "openai/told" });
  const { id } = (await made.json()) as { id: string };
  const path = `/conversations/${id}`;
  await ada.ask("POST", "/chat", { conversation_id: id, message: tell({ text: ["Yes."] }) });
  const { items } = (await (await ada.ask("GET", `${path}/messages`)).json()) as { items: { id: string }[] };
  const refused = [
    await ada.ask("PATCH", path, { title: "Mine" }),
    await ada.ask("PATCH", path, { pinned: true }),
    await ada.ask("PUT", `${path}/members/${bo.id}`, { rights: ["read"] }),
    await ada.ask("POST", `${path}/fork`, { message_id: items[0]?.id }),
    await ada.ask("POST", `${path}/shared-links`, {}),
    await ada.ask("POST", "/conversations", { temporary: true, room: "bar" }),
    await ada.ask("POST", "/chat", { temporary: true, sender: "x", message: "Hi" }),
  ];
  for (const response of refused)
    expect(await response.json()).toMatchObject({ reason: expect.stringMatching(/temporary/i) });
  expect((await ada.ask("DELETE", path)).status).toBe(204);
  expect((await ada.ask("GET", path)).status).toBe(404);
});
