import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { AgentDrafts } from "../../../src/storage/d1/agents/drafts.ts";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { type ChatReply, callApi, request } from "../api.ts";
import { somebody } from "../people/somebody.ts";

interface Preview {
  id: string;
  agent: string;
}
interface Items<T> {
  items: T[];
}

const DRAFT = { name: "Ada", instructions: "Be brief.", models: ["openai/told"] };

const begin = (more: object = {}) => callApi<Preview>("POST", "/agent-previews", { ...DRAFT, ...more });
const say = ({ id, agent }: Preview, words: string) =>
  callApi<ChatReply>("POST", "/chat", { message: tell({ text: [words] }), conversation_id: id, agent });
const speakers = async ({ id }: Preview) => {
  const { items } = await callApi<Items<{ role: string; author: string }>>(
    "GET",
    `/conversations/${id}/messages`,
  );
  return items.filter(({ role }) => role === "assistant").map(({ author }) => author);
};

test("an agent is tried out as it stands, in a conversation that is in no list", async () => {
  const preview = await begin();
  expect((await say(preview, "Hello.")).reply).toBe("Hello.");
  const renewed = await callApi<Preview>("PUT", `/agent-previews/${preview.id}`, { ...DRAFT, name: "Grace" });
  expect((await say(renewed, "Hello again.")).reply).toBe("Hello again.");
  expect(await speakers(preview)).toEqual(["Ada", "Grace"]);
  const lists = await Promise.all([
    callApi<Items<{ id?: string; slug?: string }>>("GET", "/conversations"),
    callApi<Items<{ id?: string; slug?: string }>>("GET", "/agents"),
  ]);
  const named = lists.flatMap(({ items }) => items.map(({ id, slug }) => id ?? slug));
  expect(named).not.toEqual(expect.arrayContaining([preview.id]));
  expect(named).not.toEqual(expect.arrayContaining([preview.agent]));
});

test("a preview that is ended leaves neither its conversation nor its agents", async () => {
  const preview = await begin();
  await say(preview, "Hello.");
  await callApi("DELETE", `/agent-previews/${preview.id}`);
  expect((await request("GET", `/conversations/${preview.id}`)).status).toBe(404);
  expect((await request("GET", `/agents/${preview.agent}`)).status).toBe(404);
  expect((await request("DELETE", `/agent-previews/${preview.id}`)).status).toBe(404);
});

test("nobody ends a preview of somebody else, nor a conversation by that way", async () => {
  const preview = await begin();
  const other = await somebody("member");
  expect((await other.ask("DELETE", `/agent-previews/${preview.id}`)).status).toBe(404);
  const own = await callApi<{ id: string }>("POST", "/conversations", {});
  expect((await request("DELETE", `/agent-previews/${own.id}`)).status).toBe(404);
});

test("what a browser has left is found and ended by the next day", async () => {
  const preview = await begin();
  await say(preview, "Hello.");
  const agentDrafts = new AgentDrafts(openDatabase((env as unknown as Env).DB), Date.now);
  expect(await agentDrafts.left(Date.now() - 60_000)).not.toContain(preview.id);
  expect(await agentDrafts.left(Date.now() + 60_000)).toContain(preview.id);
  await agentDrafts.removeOld(Date.now() + 60_000);
  expect((await request("GET", `/agents/${preview.agent}`)).status).toBe(404);
});

test("templates are taken as they come, and tools are told with what they reach", async () => {
  const { items } = await callApi<Items<{ slug: string }>>("GET", "/agent-templates");
  expect(items.length).toBeGreaterThanOrEqual(8);
  for (const template of items) expect((await request("POST", "/agents", template)).status).toBe(201);
  const tools = await callApi<Items<{ name: string }>>("GET", "/tools");
  expect(tools.items).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: "web_fetch", effect: "read", reach: "outside", from: "built_in" }),
      expect.objectContaining({ name: "write", personal: true, reach: "inside" }),
    ]),
  );
});

test("a duplicate is another agent with the same settings", async () => {
  await callApi("POST", "/agents", { slug: "original", ...DRAFT, color: "#112233" });
  const copy = await callApi("POST", "/agents/original/duplicate", { slug: "second", name: "Second" });
  expect(copy).toMatchObject({
    slug: "second",
    name: "Second",
    instructions: "Be brief.",
    color: "#112233",
    version: 1,
  });
  expect((await request("POST", "/agents/original/duplicate", { slug: "second" })).status).toBe(409);
});
