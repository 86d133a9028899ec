import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { api, resultsOf, toCall } from "../tools/api.ts";

const bindings = env as unknown as Env;

async function helper(slug: string, model = "openai/told"): Promise<string> {
  const agent = { slug, name: "Owl Counter", instructions: "Count.", models: [model] };
  expect((await api("POST", "/agents", agent)).status).toBe(201);
  return slug;
}

function chat(message: string) {
  return api("POST", "/chat", { message, model: "openai/told" });
}

async function childrenOf(id: string) {
  return (await api("GET", `/conversations/${id}/children`)).json.items;
}

async function listed(query = ""): Promise<string[]> {
  const { items }: { items: { id: string }[] } = (await api("GET", `/conversations?limit=100${query}`)).json;
  return items.map(({ id }) => id);
}

test("a sub-agent works in a conversation of its own, and its report is what the call gets", async () => {
  const agent = await helper("counter-a");
  const task = tell({ text: ["Three owls."] });
  const { json } = await chat(tell({ calls: [toCall("spawn_agent", { agent, task })] }, { text: ["Told."] }));
  expect(json).toMatchObject({ status: "completed", reply: "Told." });
  const id = json.conversation_id;
  expect(await resultsOf(id)).toMatchObject([
    { name: "spawn_agent", content: "Three owls.", is_error: false },
  ]);
  const [child] = await childrenOf(id);
  expect(child).toMatchObject({
    kind: "spawn_agent",
    agent,
    name: "Owl Counter",
    task,
    state: "completed",
    depth: 1,
    steps: 1,
    words: "Three owls.",
    children: [],
  });
  await soon(async () => expect(await listed(`&parent=${id}`)).toEqual([child.conversation_id]));
  expect(await listed()).not.toContain(child.conversation_id);
  expect((await api("GET", `/conversations/${child.conversation_id}`)).json).toMatchObject({ parent: id });
});

test("a delegate answers in the same conversation, in its own name, while its sender goes on", async () => {
  const agent = await helper("counter-b");
  const task = tell({ text: ["Four owls."] });
  const { json } = await chat(tell({ text: [`I pass it on. [DELEGATE:${agent}]${task}[/DELEGATE]`] }));
  expect(json).toMatchObject({ status: "completed", reply: "I pass it on. " });
  const id = json.conversation_id;
  await soon(async () => {
    const { items } = (await api("GET", `/conversations/${id}/messages`)).json;
    expect(items.at(-1)).toMatchObject({
      role: "assistant",
      agent,
      author: "Owl Counter",
      parts: [{ type: "text", text: "Four owls." }],
    });
  });
});

test("what a child asks is answered in the conversation that it works for, and clears there at once", async () => {
  const agent = await helper("counter-c");
  const asks = toCall("ask_user", { question: "Which barn?", options: ["red", "old"] });
  const task = tell({ calls: [asks] }, { text: ["Five owls."] });
  const made = toCall("spawn_agent", { agent, task });
  const { json } = await chat(tell({ calls: [made] }, { text: ["Told."] }));
  expect(json).toMatchObject({ status: "parked", reply: "Which barn?" });
  const id = json.conversation_id;
  const [asking] = await childrenOf(id);
  expect(asking).toMatchObject({ state: "running", ask: { type: "question", question: "Which barn?" } });
  const answer = { call_id: asking.call_id, text: "old" };
  expect((await api("POST", `/conversations/${id}/answers`, answer)).status).toBe(202);
  expect((await childrenOf(id))[0].ask).toBeNull();
  await soon(async () => expect((await childrenOf(id))[0]).toMatchObject({ state: "completed" }));
});

test("an agent that is not there is said to the model, and nothing is begun", async () => {
  const { json } = await chat(
    tell({ calls: [toCall("spawn_agent", { agent: "nobody", task: "Count" })] }, { text: ["Alone."] }),
  );
  expect(await resultsOf(json.conversation_id)).toMatchObject([{ is_error: true }]);
  expect(await childrenOf(json.conversation_id)).toEqual([]);
});

test("with its conversation a child is archived, and deleted", async () => {
  const agent = await helper("counter-d");
  const task = tell({ text: ["Six owls."] });
  const { json } = await chat(tell({ calls: [toCall("spawn_agent", { agent, task })] }, { text: ["Told."] }));
  const id = json.conversation_id;
  const [{ conversation_id: child }] = await childrenOf(id);
  await api("PATCH", `/conversations/${id}`, { archived: true });
  const more = await api("POST", `/conversations/${child}/messages`, { text: "More?" });
  expect(more.json).toMatchObject({ error: "conflict" });
  expect((await api("DELETE", `/conversations/${id}`)).status).toBe(204);
  expect((await api("GET", `/conversations/${child}`)).status).toBe(404);
});

test("a delegate whose model is away is tried again later, and in the end that is said where it was asked", async () => {
  const agent = await helper("counter-e", "openai/broken");
  const { json } = await chat(
    tell(
      { text: ["I pass it on."], calls: [toCall("delegate", { agent, task: "Count" })] },
      { text: ["So."] },
    ),
  );
  const id = json.conversation_id;
  const jobs = async () => (await api("GET", "/jobs?kind=child.delegate")).json.items;
  const job = async () =>
    (await jobs()).find((one: { conversation_id: string }) => one.conversation_id === id);
  await soon(async () => expect(await job()).toMatchObject({ status: "pending", attempts: 1, priority: 4 }));
  expect((await childrenOf(id))[0]).toMatchObject({ state: "running" });
  const last = "UPDATE jobs SET attempts = 2, run_after = 0 WHERE id = ?1";
  await bindings.DB.prepare(last)
    .bind((await job()).id)
    .run();
  await bindings.JOBS_INTERACTIVE?.send({ job_ids: [(await job()).id] });
  await soon(async () => {
    expect(await job()).toMatchObject({ status: "failed", can_retry: true, is_own: true });
    const { items } = (await api("GET", `/conversations/${id}/messages`)).json;
    expect(items.at(-1)).toMatchObject({ agent, status: "failed" });
    expect(items.at(-1).parts[0].text).toContain("I could not do this:");
  });
  expect((await childrenOf(id))[0]).toMatchObject({ state: "failed" });
});
