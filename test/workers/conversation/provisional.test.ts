/** A conversation that is opened before anything is said in it. */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { conversationStub } from "../../../src/app/objects/stubs.ts";
import { PROVISIONAL_MS } from "../../../src/domain/conversation/conversation.ts";
import { trustId } from "../../../src/domain/ids.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { type Somebody, somebody } from "../people/somebody.ts";

const stubOf = (id: string) => conversationStub(env as unknown as Env, trustId<"cnv">(id));

async function opened(person: Somebody): Promise<string> {
  const body = { provisional: true, model: "openai/told" };
  const made = await person.ask("POST", "/conversations", body);
  expect(made.status).toBe(201);
  return ((await made.json()) as { id: string }).id;
}

async function listed(person: Somebody): Promise<string> {
  return (await person.ask("GET", "/conversations")).text();
}

/** A day later. */
async function later(id: string): Promise<void> {
  await evictDurableObject(stubOf(id));
  await runInDurableObject(stubOf(id), (_object, { storage }) => {
    storage.sql.exec("UPDATE meta SET created_at = created_at - ?", PROVISIONAL_MS);
  });
  await evictDurableObject(stubOf(id));
  await runDurableObjectAlarm(stubOf(id));
}

test("it is in no list, and gone a day later if nothing was said", async () => {
  const ada = await somebody("member");
  const id = await opened(ada);
  expect(await (await ada.ask("GET", `/conversations/${id}`)).json()).toMatchObject({ expires_at: null });
  expect(await listed(ada)).not.toContain(id);
  await later(id);
  await runInDurableObject(stubOf(id), (_object, { storage }) => {
    expect(storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'messages'").toArray()).toEqual([]);
  });
  expect((await ada.ask("GET", `/conversations/${id}`)).status).toBe(404);
});

test("with its first message it is a conversation like any other", async () => {
  const ada = await somebody("member");
  const id = await opened(ada);
  const message = tell({ text: ["Noted."] });
  const reply = await (await ada.ask("POST", "/chat", { message, conversation_id: id })).json();
  expect(reply).toMatchObject({ reply: "Noted.", status: "completed" });
  await soon(async () => expect(await listed(ada)).toContain(id));
  await later(id);
  expect((await ada.ask("GET", `/conversations/${id}`)).status).toBe(200);
});

test("what is said aloud in it can be booked to it at once, by nobody else", async () => {
  const [ada, bo] = [await somebody("member"), await somebody("member")];
  const said = { text: "Hear ye.", conversation_id: await opened(ada) };
  expect((await ada.ask("POST", "/speech/recordings", said)).status).toBe(200);
  expect((await bo.ask("POST", "/speech/recordings", said)).status).toBe(404);
});

test("it is refused where conversations are kept by name", async () => {
  const ada = await somebody("member");
  const refused = await ada.ask("POST", "/conversations", { provisional: true, title: "Plans" });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("Leave out title")]);
});
