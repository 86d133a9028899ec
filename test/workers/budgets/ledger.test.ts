/** The ledger's entries, over both wire formats and to the last token. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { INTERRUPTED } from "../../../src/domain/ledger.ts";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { type CostGroup, CostLedger } from "../../../src/storage/d1/ledger/costs.ts";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { callApi, chat } from "../api.ts";

interface Costs {
  total_usd: number;
  unpriced_calls: number;
  items: CostGroup[];
}

/** The group, once the ledger has that many calls of it: costs follow the answer by a second or two. */
function group(by: string, key: string, calls: number): Promise<CostGroup> {
  return soon(async () => {
    const { items } = await callApi<Costs>("GET", `/cost?period=today&by=${by}`);
    const found = items.find((item) => item.key === key);
    if (found?.calls !== calls) throw new Error(`${by} ${key}: ${found?.calls} calls`);
    return found;
  });
}

const USAGE = { input: 101, output: 202, cache_read: 303, cache_write: 404 };
const COUNTS = { input_tokens: 101, output_tokens: 202, cache_read_tokens: 303, cache_write_tokens: 404 };

test.each([
  { model: "anthropic/claude-sonnet-5", prices: [2, 10, 0.2, 2.5] },
  { model: "openai/gpt-6.1-terra", prices: [1, 5, 0.05, 1.25] },
])("four token counts of $model arrive, with their price", async ({ model, prices }) => {
  const said = await chat(tell({ text: ["Done."], usage: USAGE }), { model });
  const [input = 0, output = 0, read = 0, write = 0] = prices;
  const dollars = (101 * input + 202 * output + 303 * read + 404 * write) / 1_000_000;
  expect(said.cost_usd).toBeCloseTo(dollars, 9);
  const found = await group("conversation", said.conversation_id, 1);
  expect(found).toMatchObject({ ...COUNTS, unpriced_calls: 0 });
  expect(found.cost_usd).toBeCloseTo(dollars, 9);
  expect((await callApi<Costs>("GET", "/cost?by=model")).items.map(({ key }) => key)).toContain(model);
});

test("a conversation that is deleted at once is paid for, and is in no list", async () => {
  const said = await chat(tell({ text: ["Gone."], usage: USAGE }), { model: "openai/gpt-6.1-terra" });
  await callApi("DELETE", `/conversations/${said.conversation_id}`);
  const { items } = await callApi<Costs>("GET", "/cost?period=today&by=conversation");
  expect(items.find(({ key }) => key === said.conversation_id)).toMatchObject({ calls: 1, ...COUNTS });
  const listed = await callApi<{ items: { id: string }[] }>("GET", "/conversations?limit=100");
  expect(listed.items.map(({ id }) => id)).not.toContain(said.conversation_id);
});

test("each call of a turn is a row, under its model, agent, user, conversation and day", async () => {
  const think = call("call_t", "think", { thought: "Hm." });
  const answers = [
    { calls: [think], usage: { input: 10, output: 1 } },
    { text: ["Done."], usage: { input: 20, output: 2 } },
  ];
  const said = await chat(tell(...answers), { model: "openai/gpt-6.1-sol", agent: "scholar" });
  await group("conversation", said.conversation_id, 2);
  expect(await group("model", "openai/gpt-6.1-sol", 2)).toMatchObject({ input_tokens: 30, output_tokens: 3 });
  expect(await group("agent", "scholar", 2)).toMatchObject({ input_tokens: 30, output_tokens: 3 });
  const today = new Date().toISOString().slice(0, 10);
  const { items } = await callApi<Costs>("GET", "/cost?period=week&by=day");
  expect(items.map(({ key }) => key)).toContain(today);
  // Others may be there whose last calls came late, from the file before this one.
  expect((await callApi<Costs>("GET", "/cost?by=user")).items.map(({ key }) => key)).toContain("admin");
});

test("a price that nobody knows is said to be unknown, and spoils no sum", async () => {
  const said = await chat(tell({ text: ["Done."], usage: { input: 10, output: 1 } }), {
    model: "openai/unheard-of",
  });
  expect(said.cost_usd).toBeNull();
  expect(await group("conversation", said.conversation_id, 1)).toMatchObject({
    cost_usd: 0,
    unpriced_calls: 1,
  });
  const { unpriced_calls, total_usd } = await callApi<Costs>("GET", "/cost?period=all");
  expect(unpriced_calls).toBeGreaterThanOrEqual(1);
  expect(total_usd).toBeGreaterThanOrEqual(0);
});

test("what a cut answer cost is counted with the one that came after it", async () => {
  const answer = { text: ["In one", " piece."], usage: { input: 100, output: 60 }, cut_once: true };
  const said = await chat(tell(answer), { model: "anthropic/claude-sonnet-5" });
  expect(said.reply).toBe("In one piece.");
  expect(await group("conversation", said.conversation_id, 1)).toMatchObject({ input_tokens: 200 });
});

test("a turn that waits has paid for what it asked already", async () => {
  const ask = call("call_q", "ask_user", { question: "Tea?" });
  const answers = [
    { calls: [ask], usage: { input: 30, output: 3 } },
    { text: ["Tea."], usage: { input: 40, output: 4 } },
  ];
  const said = await chat(tell(...answers), { model: "anthropic/claude-sonnet-5" });
  expect(said.status).toBe("parked");
  expect(await group("conversation", said.conversation_id, 1)).toMatchObject({
    input_tokens: 30,
    output_tokens: 3,
  });
  await callApi("POST", `/conversations/${said.conversation_id}/answers`, { call_id: "call_q", text: "Yes" });
  expect(await group("conversation", said.conversation_id, 2)).toMatchObject({
    input_tokens: 70,
    output_tokens: 7,
  });
});

test("an estimate gives way to what the call took, and stays when nobody says what that was", async () => {
  const ledger = new CostLedger(openDatabase((env as unknown as Env).DB));
  const tokens = { input_tokens: 10, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0 };
  const row = { owner: "ann", conversation_id: "cnv_lost", turn_id: "", agent: "", ...tokens };
  const call = { ...row, at: Date.now(), provider: "acme", model: "small", cost_usd: 1 };
  for (const id of ["lost", "ended"]) await ledger.put({ id, ...call, purpose: INTERRUPTED });
  await ledger.put({ id: "ended", ...call, purpose: "memory", cost_usd: 3, output_tokens: 5 });
  const [group] = await ledger.sum("ann", { period: "today", by: "conversation" }, Date.now());
  expect(group).toMatchObject({ calls: 2, estimated_calls: 1, cost_usd: 4, output_tokens: 5 });
});
