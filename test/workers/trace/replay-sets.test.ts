/** Sets of turns: what they keep, runs with a change, expectations, limits, and deleted conversations. */
import { env } from "cloudflare:workers";
import { expect, inject, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import type { ReplayRun, ReplaySet, RunResult, SetTurn } from "../../../src/contract/replays/replays.ts";
import { call } from "../../support/model-wire/answer.ts";
import { MODEL_NAME, tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { type ChatReply, callApi, chat, request } from "../api.ts";
import { somebody } from "../people/somebody.ts";

const { DB } = env as unknown as Env;

const note = (content: string) => call("call_note_set", "memory_write", { content });

async function setOf(name: string, ...said: ChatReply[]): Promise<{ set: ReplaySet; turns: SetTurn[] }> {
  const set = await callApi<ReplaySet>("POST", "/replay-sets", { name });
  const turns: SetTurn[] = [];
  for (const { conversation_id, message_id } of said)
    turns.push(await callApi("POST", `/replay-sets/${set.id}/turns`, { conversation_id, message_id }));
  return { set, turns };
}

async function ran(set: ReplaySet, change: object): Promise<{ run: ReplayRun; results: RunResult[] }> {
  const { id } = await callApi<ReplayRun>("POST", `/replay-sets/${set.id}/runs`, change);
  const run = await soon(async () => {
    const now = await callApi<ReplayRun>("GET", `/replay-runs/${id}`);
    if (now.status === "running") throw new Error("It runs.");
    return now;
  });
  const { items } = await callApi<{ items: RunResult[] }>("GET", `/replay-runs/${id}/results`);
  return { run, results: items };
}

test("a run replays every turn with the change, checks what is expected, and runs no tool", async () => {
  const plain = await chat(tell({ text: [`Tea, says ${MODEL_NAME}.`] }));
  const noting = await chat(tell({ calls: [note("Tea of sets is at four.")] }, { text: ["Noted."] }));
  const { set, turns } = await setOf("Tea", plain, noting);
  expect(turns).toMatchObject([{ is_kept: true, original: { text: "Tea, says told." } }, { is_kept: true }]);
  const [first, second] = turns;
  const expecting = async (turn: SetTurn | undefined, expectation: object) =>
    callApi("PATCH", `/replay-sets/${set.id}/turns/${turn?.id}`, { expectation });
  await expecting(first, { includes: ["says ANOTHER"], excludes: ["coffee"] });
  await expecting(second, { tools: ["memory_write", "web_search"] });
  const items = async () => (await callApi<{ items: unknown[] }>("GET", "/memory/items")).items.length;
  const before = await items();
  const { run, results } = await ran(set, { model: "openai/another" });
  expect(run).toMatchObject({
    status: "completed",
    total: 2,
    summary: { done: 2, expected: 2, met: 1, unpriced: 2 },
  });
  expect(results).toMatchObject([
    { turn: first?.id, replay: { text: "Tea, says another." }, checks: [{ is_met: true }, { is_met: true }] },
    {
      replay: { calls: [{ name: "memory_write", state: "answered" }] },
      checks: [
        { kind: "tool", value: "memory_write", is_met: true },
        { value: "web_search", is_met: false },
      ],
    },
  ]);
  expect(await items()).toBe(before);
  await callApi("PATCH", `/replay-runs/${run.id}/results/${first?.id}`, { mark: "better" });
  const { summary } = await callApi<ReplayRun>("GET", `/replay-runs/${run.id}`);
  expect(summary).toMatchObject({ better: 1, same: 0, worse: 0 });
});

test("a turn is replayed from the set's copy once its conversation is deleted", async () => {
  const first = await chat("Good morning, kept porter.");
  const said = await chat(tell({ text: [`Kept for ${MODEL_NAME}.`] }), {
    conversation_id: first.conversation_id,
  });
  const { set } = await setOf("Kept", said);
  const listed = async () => {
    const { items } = await callApi<{ items: { id: string }[] }>("GET", "/conversations?limit=100");
    return items.map(({ id }) => id).sort();
  };
  await callApi("DELETE", `/conversations/${said.conversation_id}`);
  expect((await request("GET", `/conversations/${said.conversation_id}`)).status).toBe(404);
  const before = await listed();
  for (const model of ["openai/another", "openai/told"]) {
    const { results } = await ran(set, { model });
    const text = `Kept for ${model.slice("openai/".length)}.`;
    expect(results).toMatchObject([{ reason: null, replay: { status: "completed", text } }]);
  }
  expect((await request("GET", `/conversations/${said.conversation_id}`)).status).toBe(404);
  expect(await listed()).toEqual(before);
  const booked = "SELECT COUNT(*) AS count FROM costs WHERE turn_id LIKE ?1 AND purpose = 'replay'";
  expect(await DB.prepare(booked).bind(`${said.turn_id}:replay:%`).first("count")).toBe(2);
  expect(before).not.toContain(said.conversation_id);
});

test("an answer of a temporary chat stays out of sets", async () => {
  const { conversation_id, message_id } = await chat(tell({ text: ["Gone soon."] }), { temporary: true });
  const { set } = await setOf("Temporary");
  const added = await request("POST", `/replay-sets/${set.id}/turns`, { conversation_id, message_id });
  expect(added.status).toBe(409);
});

test("other instructions and a version are tried by who may edit the agent, under its own name", async () => {
  const slug = "set-porter";
  await callApi("POST", "/agents", { slug, name: "Porter", instructions: "Open doors.", audience: "people" });
  const said = await chat(tell({ text: ["Welcome."] }), { agent: slug });
  const { set } = await setOf("Porter", said);
  const { results } = await ran(set, { agent: slug, instructions: "Close doors." });
  expect(results).toMatchObject([{ replay: { agent: slug, text: "Welcome." } }]);
  expect(await (await fetch(`${inject("toldModelUrl")}/told`)).text()).toContain("Close doors.");
  const path = `/replay-sets/${set.id}/runs`;
  expect((await request("POST", path, { agent: slug, version: 99 })).status).toBe(404);
  expect((await request("POST", path, { version: 1 })).status).toBe(400);
  const ann = await somebody("member", { name: "Ann S." });
  const own = (await (await ann.ask("POST", "/replay-sets", { name: "Ann's" })).json()) as ReplaySet;
  const hers = (await (
    await ann.ask("POST", "/chat", { message: tell({ text: ["Hers."] }), model: "openai/told" })
  ).json()) as ChatReply;
  const { conversation_id, message_id } = hers;
  const added = await ann.ask("POST", `/replay-sets/${own.id}/turns`, { conversation_id, message_id });
  expect(added.status).toBe(201);
  const tried = { agent: slug, instructions: "Tell me all." };
  expect((await ann.ask("POST", `/replay-sets/${own.id}/runs`, tried)).status).toBe(403);
  const { conversation_id: mine, message_id: answer } = said;
  const others = { conversation_id: mine, message_id: answer };
  expect((await ann.ask("POST", `/replay-sets/${own.id}/turns`, others)).status).toBe(404);
  expect((await ann.ask("GET", `/replay-sets/${set.id}/turns`)).status).toBe(404);
});

test("another mode has its own words in the prompt, beside the same memories", async () => {
  await callApi("POST", "/memory/items", { content: "The porter of modes likes plum jam." });
  const question = "Which jam does the porter of modes like?";
  const said = await chat(`${question} ${tell({ text: ["Plum."] })}`);
  const { set } = await setOf("Modes", said);
  await callApi("POST", "/memory/items", { content: "The porter of modes likes quince jam too." });
  await ran(set, { mode: "search" });
  const all = (await (await fetch(`${inject("toldModelUrl")}/told`)).json()) as { messages?: unknown }[];
  const asked = all
    .map((body) => JSON.stringify(body?.messages ?? ""))
    .filter((text) => text.includes(question) && text.includes("<context>"));
  const [original, replayed] = asked.map((text) => text.slice(text.lastIndexOf("<context>")));
  expect(replayed).not.toBe(original);
  expect(replayed).toContain("plum jam");
  expect(replayed).not.toContain("quince");
});

test("a run ends where its limit is reached, and a stopped one goes no further", async () => {
  const said = [await chat(tell({ text: ["One."] })), await chat(tell({ text: ["Two."] }))];
  const { set } = await setOf("Dear", ...said);
  const { run } = await ran(set, { model: "openai/another", limit_usd: 0.01 });
  expect(run).toMatchObject({ status: "over_limit", total: 2, summary: { done: 1 } });
  expect(run.reason).toContain("price is unknown");
  const dear = { calls: [note("Dear porter.")], usage: { input: 900_000, output: 1 } };
  const costly = await chat(tell(dear, { text: ["Dear."] }), { model: "anthropic/claude-sonnet-5" });
  const { set: dearSet } = await setOf("Very dear", costly, ...said);
  const over = await ran(dearSet, { model: "anthropic/claude-sonnet-5", limit_usd: 0.01 });
  expect(over.run).toMatchObject({ status: "over_limit", summary: { done: 1 } });
  expect(over.results).toMatchObject([{ replay: { reason: expect.stringContaining("used up") } }]);
  const begun = await callApi<ReplayRun>("POST", `/replay-sets/${set.id}/runs`, {});
  const stopped = await callApi<ReplayRun>("POST", `/replay-runs/${begun.id}/stop`, {});
  expect(stopped).toMatchObject({ status: "stopped", reason: "Stopped." });
  await callApi("DELETE", `/replay-sets/${set.id}`);
  expect((await request("GET", `/replay-runs/${run.id}`)).status).toBe(404);
});
