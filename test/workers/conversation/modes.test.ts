/** Modes of messages and conversations, by each way in that names one. */
import { exports } from "cloudflare:workers";
import { expect, inject, test } from "vitest";
import { tell } from "../../support/model-wire/told-model.ts";
import "../../support/workers/provided.ts";
import { callApi, chat, request } from "../api.ts";

interface Asked {
  messages: { content: unknown }[];
  tools?: { function: { name: string } }[];
}

/** The request in which the model was given these words. */
async function askedWith(words: string) {
  const all = (await (await fetch(`${inject("toldModelUrl")}/told`)).json()) as (Asked | null)[];
  const found = all.findLast((asked) => asked && JSON.stringify(asked.messages.at(-1)).includes(words));
  if (!found) throw new Error(`Nobody was asked with ${words}.`);
  return {
    tools: (found.tools ?? []).map((tool) => tool.function.name),
    context: JSON.stringify(found.messages.at(-1)),
  };
}

test("a message in chat mode has the agent's memory and no other tools, and the next one has all again", async () => {
  const { conversation_id } = await chat(tell({ text: ["Begun."] }));
  await chat(tell({ text: ["From memory, one."] }), { conversation_id, mode: "chat" });
  const { tools, context } = await askedWith("From memory, one.");
  expect(tools).toContain("memory_search");
  expect(tools).not.toContain("web_fetch");
  expect(context).toContain("Mode of this message: chat.");
  await chat(tell({ text: ["With all, two."] }), { conversation_id });
  const second = await askedWith("With all, two.");
  expect(second.tools).toContain("web_fetch");
  expect(second.context).not.toContain("Mode of this message");
});

test("a conversation keeps its mode, by its new name and by the one that it had before", async () => {
  const { conversation_id } = await chat(tell({ text: ["Kept mode."] }));
  await callApi("PATCH", `/conversations/${conversation_id}`, { mode: "chat" });
  await chat(tell({ text: ["Kept mode, three."] }), { conversation_id });
  expect((await askedWith("Kept mode, three.")).tools).not.toContain("web_fetch");
  await callApi("PATCH", `/conversations/${conversation_id}`, { mode: "normal" });
  await chat(tell({ text: ["Kept mode, four."] }), { conversation_id });
  expect((await askedWith("Kept mode, four.")).tools).toContain("web_fetch");
});

test("an agent has a mode of its own for those who name none", async () => {
  const agent = { slug: "parrot", name: "Parrot", instructions: "Repeat.", models: ["openai/told"] };
  await callApi("POST", "/agents", { ...agent, default_mode: "chat" });
  await chat(tell({ text: ["As the parrot is."] }), { agent: "parrot" });
  expect((await askedWith("As the parrot is.")).tools).not.toContain("web_fetch");
  await chat(tell({ text: ["As the parrot can."] }), { agent: "parrot", mode: "agent" });
  expect((await askedWith("As the parrot can.")).tools).toContain("web_fetch");
});

test("a model's name in OpenAI's API may end in a mode", async () => {
  const body = (model: string, words: string) => ({
    model,
    messages: [{ role: "user", content: tell({ text: [words] }) }],
  });
  const send = (model: string, words: string) =>
    (exports as unknown as { default: Fetcher }).default.fetch("http://nightjar.test/v1/chat/completions", {
      method: "POST",
      headers: {
        authorization: "Bearer test-admin-token-0123456789",
        "content-type": "application/json",
      },
      body: JSON.stringify(body(model, words)),
    });
  const agent = { slug: "finch", name: "Finch", instructions: "Answer.", models: ["openai/told"] };
  await callApi("POST", "/agents", agent);
  expect((await send("finch:chat", "By a suffix.")).status).toBe(200);
  expect((await askedWith("By a suffix.")).tools).not.toContain("web_fetch");
  expect((await send("finch:8b", "By another suffix.")).status).toBe(404);
});

test("the modes are listed, each with what it lacks here", async () => {
  const { items } = await callApi<{ items: { name: string; why_not: string | null }[] }>(
    "GET",
    "/modes?model=openai/told",
  );
  expect(items.map(({ name }) => name)).toEqual(["agent", "chat", "search", "research", "ask", "read_only"]);
  expect(items.find(({ name }) => name === "chat")?.why_not).toBeNull();
});

test("a mode that there is not is refused with those that there are", async () => {
  const refused = await request("POST", "/chat", { message: "Hello.", mode: "dream" });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("agent, chat, search, research");
});
