import { afterEach, beforeEach, expect, test } from "vitest";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { callApi, chat, request } from "../api.ts";

/** $2 in, $10 out for a million tokens: a call with this usage costs ten cents. */
const SONNET = "anthropic/claude-sonnet-5";
const TEN_CENTS = { input: 10_000, output: 8_000 };
const NOTHING = { input: 0, output: 0 };

interface BudgetItem {
  id: string;
  spent_usd: number | null;
}

let agent = "";
let agents = 0;

/** Each test spends as an agent of its own: the ledger is one. */
beforeEach(async () => {
  agent = `spender-${agents++}`;
  const limits = { max_output_tokens: 1_000 };
  await callApi("POST", "/agents", {
    slug: agent,
    name: agent,
    instructions: "Spend.",
    models: [SONNET],
    limits,
  });
});

afterEach(async () => {
  for (const { id } of (await callApi<{ items: BudgetItem[] }>("GET", "/budgets")).items)
    await callApi("DELETE", `/budgets/${encodeURIComponent(id)}`);
});

function spend(...rounds: Parameters<typeof tell>) {
  return chat(tell(...rounds), { agent, model: undefined });
}

test("without a budget nothing is limited", async () => {
  expect(await callApi("GET", "/budgets")).toEqual({ items: [], next_cursor: null });
  expect(await spend({ text: ["Done."], usage: TEN_CENTS })).toMatchObject({
    status: "completed",
    cost_usd: 0.1,
  });
});

test("a budget that is used up stops the next turn before it starts, and says what to do", async () => {
  await callApi("PUT", "/budgets", { scope: "agent", key: agent, limit_usd: 0.1 });
  expect((await spend({ text: ["Done."], usage: TEN_CENTS })).status).toBe("completed");
  const refused = await spend({ text: ["More."] });
  expect(refused).toMatchObject({ status: "failed", cost_usd: 0 });
  expect(refused.reply).toBe(
    `The budget of $0.10 a day for the agent "${agent}" is used up. It resets at midnight UTC; the operator can raise it.`,
  );
});

test("a budget is asked between the steps of a turn, and what was said stays", async () => {
  await callApi("PUT", "/budgets", { scope: "agent", key: agent, limit_usd: 0.1 });
  const think = call("call_t", "think", { thought: "Hm." });
  const said = await spend({ text: ["First."], calls: [think], usage: TEN_CENTS }, { text: ["Second."] });
  expect(said.status).toBe("failed");
  expect(said.reply).toContain("First.");
  const { items } = await callApi<{ items: { parts: { type: string; error?: string }[] }[] }>(
    "GET",
    `/conversations/${said.conversation_id}/messages`,
  );
  expect(items.at(-1)?.parts.at(-1)).toMatchObject({ type: "error", error: "budget_exceeded" });
});

test("a call that could pass the budget is not made, and its estimate is told", async () => {
  await callApi("PUT", "/budgets", { scope: "agent", key: agent, limit_usd: 0.005 });
  const { reply, cost_usd } = await spend({ text: ["Never."], usage: TEN_CENTS });
  expect(cost_usd).toBe(0);
  expect(reply).toMatch(
    /^The next call of anthropic\/claude-sonnet-5 may cost up to \$0\.0\d, and \$0\.0050 is left/,
  );
});

test("where nobody tells what was used, a budget is played to its end by estimates", async () => {
  await callApi("PUT", "/budgets", { scope: "agent", key: agent, limit_usd: 0.22 });
  const answers = [];
  const words = "word ".repeat(8_000);
  for (let turn = 0; turn < 3; turn++) answers.push(await spend({ text: [words] }));
  const [first, second, third] = answers;
  expect([first?.status, second?.status, third?.status]).toEqual(["completed", "completed", "failed"]);
  // 40,000 characters are 10,000 tokens, of the question and of the answer.
  expect(first?.cost_usd).toBeGreaterThanOrEqual(0.1);
  expect(third?.reply).toContain(`the agent "${agent}" is used up`);
});

test("raising a budget lets the next turn pass at once", async () => {
  await callApi("PUT", "/budgets", { scope: "agent", key: agent, limit_usd: 0 });
  expect((await spend({ text: ["No."] })).status).toBe("failed");
  await callApi("PUT", "/budgets", { scope: "agent", key: agent, limit_usd: 5 });
  expect((await spend({ text: ["Yes."] })).status).toBe("completed");
});

test("a budget for each user, for each agent and for the instance all hold", async () => {
  for (const scope of ["user", "agent", "instance"]) {
    await callApi("PUT", "/budgets", { scope, limit_usd: 0 });
    expect((await spend({ text: ["No."] })).reply).toContain("is used up");
    await callApi("DELETE", `/budgets/${scope}:*:day`);
  }
  expect((await spend({ text: ["Yes."] })).status).toBe("completed");
});

test("another agent's spending is not this one's", async () => {
  await callApi("PUT", "/budgets", { scope: "agent", key: "*", limit_usd: 0.1 });
  await spend({ text: ["Done."], usage: TEN_CENTS });
  expect((await spend({ text: ["More."] })).status).toBe("failed");
  agent = "scholar";
  expect((await chat(tell({ text: ["Mine."] }), { agent, model: SONNET })).status).not.toBe("failed");
});

test("what a task costs that was handed on counts for the agent that did so, and its budget stops the task", async () => {
  const helper = `${agent}-helper`;
  const limits = { max_output_tokens: 1_000 };
  const fields = { name: helper, instructions: "Help.", models: [SONNET], limits };
  await callApi("POST", "/agents", { slug: helper, ...fields });
  await callApi("PUT", "/budgets", { scope: "agent", key: agent, limit_usd: 0.28 });
  const task = tell({ text: ["Helped."], usage: TEN_CENTS });
  const hand = (id: string) => call(id, "spawn_agent", { agent: helper, task });
  const first = await spend({ calls: [hand("h1")], usage: TEN_CENTS }, { text: ["Told."], usage: NOTHING });
  expect(first.status).toBe("completed");
  const second = await spend({ calls: [hand("h2")], usage: TEN_CENTS }, { text: ["Told."], usage: NOTHING });
  expect(second.reply).toContain(`The budget of $0.28 a day for the agent "${agent}" is used up.`);
});

test("the list shows what is spent, also of calls that are in the ledger only", async () => {
  await callApi("PUT", "/budgets", { scope: "agent", key: agent, limit_usd: 1 });
  await spend({ text: ["Done."], usage: TEN_CENTS });
  await soon(async () => {
    const { items } = await callApi<{ items: BudgetItem[] }>("GET", "/budgets");
    expect(items).toMatchObject([{ id: `agent:${agent}:day`, limit_usd: 1, spent_usd: 0.1 }]);
  });
  expect((await spend({ text: ["Twice."], usage: { input: 10_000, output: 87_000 } })).status).toBe(
    "completed",
  );
  expect((await spend({ text: ["No."] })).reply).toContain("is left");
});

test("what makes no sense is refused with the reason", async () => {
  for (const [body, word] of [
    [{ scope: "galaxy", limit_usd: 1 }, "scope"],
    [{ scope: "user", limit_usd: -1 }, "limit_usd"],
    [{ scope: "instance", key: "x", limit_usd: 1 }, "leave key out"],
    [{ scope: "user", key: "a b", limit_usd: 1 }, "key"],
  ] as const) {
    const response = await request("PUT", "/budgets", body);
    expect(response.status).toBe(400);
    expect(((await response.json()) as { reason: string }).reason).toContain(word);
  }
  expect((await request("DELETE", "/budgets/user:nobody:day")).status).toBe(404);
});

test("each day is split by what it was spent on, and one sees what one may still spend", async () => {
  await spend({ text: ["Done."], usage: TEN_CENTS });
  const today = new Date().toISOString().slice(0, 10);
  await soon(async () => {
    const { items } = await callApi<{ items: object[] }>("GET", "/cost/days?period=week&by=agent");
    expect(items).toContainEqual({ day: today, key: agent, calls: 1, cost_usd: 0.1, unpriced_calls: 0 });
  });
  await callApi("PUT", "/budgets", { scope: "user", key: "*", period: "month", limit_usd: 1_000 });
  await callApi("PUT", "/budgets", { scope: "user", key: "psn_other", limit_usd: 1 });
  const own = await callApi<{ items: { spent_usd: number }[] }>("GET", "/me/budgets");
  expect(own.items).toEqual([{ period: "month", limit_usd: 1_000, spent_usd: expect.any(Number) }]);
  expect(own.items[0]?.spent_usd).toBeGreaterThanOrEqual(0.1);
});
