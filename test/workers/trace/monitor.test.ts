import { abortAllDurableObjects, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { conversationStub } from "../../../src/app/objects/stubs.ts";
import type { ConversationId } from "../../../src/domain/ids.ts";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { callApi } from "../api.ts";
import { shutGate } from "../gate.ts";
import { somebody } from "../people/somebody.ts";

interface Live {
  conversation_id: string;
  state: string;
  agent: string;
  model: string;
}

const MODEL = "openai/told";

async function liveOf(id: string): Promise<Live | undefined> {
  const { items } = await callApi<{ items: Live[] }>("GET", "/monitor");
  return items.find(({ conversation_id }) => conversation_id === id);
}

function shows(id: string, expected: Partial<Live> | undefined): Promise<void> {
  return soon(async () => {
    const live = await liveOf(id);
    if (expected === undefined) expect(live).toBeUndefined();
    else expect(live).toMatchObject(expected);
  });
}

async function ask(...rounds: Parameters<typeof tell>): Promise<string> {
  const { id } = await callApi<{ id: string }>("POST", "/conversations", {});
  await callApi("POST", `/conversations/${id}/messages`, { text: tell(...rounds), model: MODEL });
  return id;
}

test("a turn that thinks for long is shown, and gone when it has ended", async () => {
  const { hold, open } = await shutGate();
  const id = await ask({ text: ["Done."], hold });
  await shows(id, { state: "thinking", agent: "nightjar", model: MODEL });
  await open();
  await shows(id, undefined);
});

test("the operator sees everybody's turns, by whom and where; a member their own alone", async () => {
  const ann = await somebody("member", { name: "Ann M." });
  const { hold, open } = await shutGate();
  const begun = await ann.ask("POST", "/conversations", {});
  const { id } = (await begun.json()) as { id: string };
  await ann.ask("POST", `/conversations/${id}/messages`, {
    text: tell({ text: ["Done."], hold }),
    model: MODEL,
  });
  await soon(async () => {
    const { items } = await callApi<{ items: Live[] }>("GET", "/monitor?all=true");
    expect(items.find(({ conversation_id }) => conversation_id === id)).toEqual({
      conversation_id: id,
      owner: ann.id,
      contact: "Ann M.",
      channel: "web",
      tools: [],
      turn_id: expect.any(String),
      state: "thinking",
      agent: "nightjar",
      model: MODEL,
      step: 1,
      since: expect.any(String),
    });
  });
  expect(await liveOf(id)).toBeUndefined();
  expect((await ann.ask("GET", "/monitor?all=true")).status).toBe(403);
  await open();
});

test("a turn that waits for a person is shown until it is answered and has ended", async () => {
  const question = call("call_q", "ask_user", { question: "Tea?" });
  const id = await ask({ calls: [question], hold_ms: 400 }, { text: ["Tea."] });
  await shows(id, { state: "parked", agent: "nightjar" });
  await abortAllDurableObjects();
  await shows(id, { state: "parked" });
  await callApi("POST", `/conversations/${id}/answers`, { call_id: "call_q", text: "Yes" });
  await shows(id, undefined);
  // Not from what the monitor had put aside when the turn began to wait, either.
  await abortAllDurableObjects();
  await shows(id, undefined);
});

test("a turn whose answer took long is not shown again after a restart", async () => {
  const question = call("call_q2", "ask_user", { question: "Tea?" });
  const { hold, open } = await shutGate();
  const id = await ask({ calls: [question] }, { text: ["Tea."], hold });
  await shows(id, { state: "parked" });
  await callApi("POST", `/conversations/${id}/answers`, { call_id: "call_q2", text: "Yes" });
  await shows(id, { state: "thinking" });
  await open();
  await shows(id, undefined);
  await abortAllDurableObjects();
  await shows(id, undefined);
});

test("a turn that a crash cut off is not shown for ever", async () => {
  const { hold, open } = await shutGate();
  const id = await ask({ text: ["Done."], hold });
  await shows(id, { state: "thinking" });
  await abortAllDurableObjects();
  await open();
  await runDurableObjectAlarm(conversationStub(env as unknown as Env, id as ConversationId));
  await shows(id, undefined);
});

test("a deleted conversation is not shown", async () => {
  const id = await ask({ text: ["Done."], hold_ms: 5_000 });
  await shows(id, { state: "thinking" });
  await callApi("DELETE", `/conversations/${id}`);
  await shows(id, undefined);
});
