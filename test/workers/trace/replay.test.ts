/** Replays of turns: another model or agent beside the original, with tools that are answered from the journal. */
import { env } from "cloudflare:workers";
import { expect, inject, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { call } from "../../support/model-wire/answer.ts";
import { MODEL_NAME, tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { callApi, chat, request } from "../api.ts";
import { somebody } from "../people/somebody.ts";

const { DB } = env as unknown as Env;

interface Side {
  model: string;
  status: string;
  reason: string | null;
  text: string;
  calls: { name: string; input: string; result: string; state: string }[];
}

interface Replay {
  question: string;
  original: Side;
  replay: Side;
}

function replay(of: { conversation_id: string; turn_id: string }, change: object = {}): Promise<Replay> {
  return callApi<Replay>("POST", `/conversations/${of.conversation_id}/turns/${of.turn_id}/replay`, change);
}

const note = (content: string) => call("call_note", "memory_write", { content });
const items = async () => (await callApi<{ items: unknown[] }>("GET", "/memory/items")).items.length;

test("a replay repeats the turn with tools answered from its journal, and stores its costs alone", async () => {
  const said = await chat(tell({ calls: [note("Tea is at four.")] }, { text: ["Noted."] }));
  const kept = await items();
  const before = await callApi("GET", `/conversations/${said.conversation_id}/messages`);
  const both = await replay(said);
  expect(both.original).toMatchObject({ status: "completed", text: "Noted.", model: "openai/told" });
  expect(both.original.calls).toMatchObject([{ name: "memory_write", state: "made" }]);
  expect(both.replay).toMatchObject({ status: "completed", text: "Noted.", reason: null });
  expect(both.replay.calls).toEqual([{ ...both.original.calls[0], state: "answered" }]);
  expect(await items()).toBe(kept);
  expect(await callApi("GET", `/conversations/${said.conversation_id}/messages`)).toEqual(before);
  await soon(async () => {
    const find = "SELECT COUNT(*) AS count FROM costs WHERE conversation_id = ?1 AND purpose = 'replay'";
    expect(await DB.prepare(find).bind(said.conversation_id).first("count")).toBe(2);
  });
});

test("a call that the original did not make is told to the model, and does not run", async () => {
  const said = await chat(tell({ calls: [note(`Once by ${MODEL_NAME}.`)] }, { text: ["Noted."] }));
  const kept = await items();
  const both = await replay(said, { model: "openai/another" });
  expect(both.replay).toMatchObject({ model: "openai/another", status: "completed", text: "Noted." });
  expect(both.original.calls).toMatchObject([{ name: "memory_write", state: "made" }]);
  expect(both.replay.calls).toMatchObject([{ name: "memory_write", state: "new" }]);
  expect(await items()).toBe(kept);
});

/** Messages of the requests that had this question, as the provider got them. */
async function asked(question: string): Promise<string[]> {
  const all = (await (await fetch(`${inject("toldModelUrl")}/told`)).json()) as ({
    messages?: unknown;
  } | null)[];
  const texts = all.map((body) => JSON.stringify(body?.messages ?? ""));
  return texts.filter((text) => text.includes(question) && text.includes("<context>"));
}

test("a turn without a call is replayed with what it was shown, whatever memory holds by now", async () => {
  const question = "Which biscuits does the night porter of replays like?";
  await callApi("POST", "/memory/items", { content: "The night porter of replays likes ginger biscuits." });
  const said = await chat(`${question} ${tell({ text: ["Ginger."] })}`);
  await callApi("POST", "/memory/items", { content: "The night porter of replays likes oat biscuits too." });
  await replay(said);
  await replay(said);
  const [first, ...again] = await asked(question);
  expect(first).toContain("ginger biscuits");
  expect(again).toEqual([first, first]);
});

test("only an ended turn of one's own conversation is replayed", async () => {
  const said = await chat(tell({ text: ["Mine."] }));
  const path = `/conversations/${said.conversation_id}/turns/${said.turn_id}/replay`;
  const ann = await somebody("member", { name: "Ann R." });
  expect((await ann.ask("POST", path, {})).status).toBe(404);
  const question = call("call_ask_r", "ask_user", { question: "Tea?" });
  const asking = await chat(tell({ calls: [question] }, { text: ["Tea."] }));
  const open = `/conversations/${asking.conversation_id}/turns/${asking.turn_id}/replay`;
  expect((await request("POST", open, {})).status).toBe(409);
  const none = `/conversations/${said.conversation_id}/turns/trn_none/replay`;
  expect((await request("POST", none, {})).status).toBe(404);
  expect((await replay(said, { model: "nobody/none" })).replay).toMatchObject({ status: "failed" });
});
