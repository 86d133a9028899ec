/** Threads, senders and resets through the API. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Env } from "../../src/app/env.ts";
import { openDatabase } from "../../src/storage/d1/database.ts";
import { AccessRuleStore } from "../../src/storage/d1/index/access-rules.ts";
import { ThreadStore } from "../../src/storage/d1/index/threads.ts";
import { callApi, chat, request } from "./api.ts";

const { DB } = env as Env;
const of = (sender: string, more: Record<string, unknown> = {}) => chat("hello", { sender, ...more });

test("a sender comes back to the same conversation, until it is reset", async () => {
  const first = await of("sam");
  expect((await of("sam")).conversation_id).toBe(first.conversation_id);
  expect((await of("kim")).conversation_id).not.toBe(first.conversation_id);
  expect((await chat("hello")).conversation_id).not.toBe(first.conversation_id);
  const named = await of("sam", { conversation_id: (await of("kim")).conversation_id });
  expect(named.conversation_id).not.toBe(first.conversation_id);

  const reset = await callApi("POST", "/conversations/reset", { target: "sam" });
  expect(reset).toEqual({ reset: 1, conversations: [first.conversation_id] });
  const again = await of("sam");
  expect(again.conversation_id).not.toBe(first.conversation_id);
  expect((await of("sam")).conversation_id).toBe(again.conversation_id);
  expect(await callApi("GET", `/conversations/${first.conversation_id}`)).toMatchObject({ archived: true });
  await callApi("POST", "/conversations/reset", { target: again.conversation_id });
  expect((await of("sam")).conversation_id).not.toBe(again.conversation_id);
});

test("a sender whose conversation somebody has put away gets another", async () => {
  const first = await of("lou");
  await callApi("PATCH", `/conversations/${first.conversation_id}`, { archived: true });
  const next = await of("lou");
  expect(next).toMatchObject({ status: "completed" });
  expect(next.conversation_id).not.toBe(first.conversation_id);
});

test("a thread is bound to an agent, listed, explained and forgotten", async () => {
  const place = { channel: "telegram", account: "", thread: "42" };
  const question = { ...place, message: "hi" };
  await callApi("POST", "/agents", {
    slug: "tutor",
    name: "Scholar",
    instructions: "You teach.",
    keywords: ["thesis"],
  });
  expect(await callApi("POST", "/routing/explain", question)).toMatchObject({
    by: "default",
    agent: null,
    allowed: true,
  });
  expect(await callApi("PUT", "/threads", { ...place, agent: "tutor" })).toMatchObject({
    ...place,
    agent: "tutor",
  });
  expect(await callApi("GET", "/routing/explain?channel=telegram&thread=42&message=hi")).toMatchObject({
    by: "bound",
    agent: "tutor",
    reason: "The thread is bound to tutor.",
    conditions: [
      { condition: "named", holds: false },
      { condition: "reply" },
      { condition: "bound", holds: true },
    ],
  });
  const listed = await callApi<{ items: unknown[] }>("GET", "/threads");
  expect(listed.items).toContainEqual(expect.objectContaining({ ...place, agent: "tutor" }));
  expect((await request("DELETE", "/threads?channel=telegram&thread=42")).status).toBe(204);
  expect((await request("DELETE", "/threads?channel=telegram&thread=42")).status).toBe(404);
  expect(await callApi("POST", "/routing/explain", question)).toMatchObject({ by: "default" });

  const inGroup = { ...question, group: true };
  expect(await callApi("POST", "/routing/explain", inGroup)).toMatchObject({ by: null, allowed: false });
  const thesis = { ...inGroup, message: "my thesis" };
  expect(await callApi("POST", "/routing/explain", thesis)).toMatchObject({
    by: "keyword",
    agent: "tutor",
  });
  const defaults = { channel: "telegram", account: "", default_agent: null, fallback_agent: "tutor" };
  expect(await callApi("PUT", "/routing/defaults", defaults)).toEqual(defaults);
  expect(await callApi("POST", "/routing/explain", inGroup)).toMatchObject({
    by: "fallback",
    agent: "tutor",
  });
});

test.each([
  ["PUT", "/threads", { channel: "telegram", thread: "1", agent: "nobody" }, 404, "no agent"],
  ["PUT", "/threads", { channel: "telegram", thread: "1", room: "attic" }, 404, "no room"],
  ["PUT", "/threads", { channel: "telegram", thread: "1", conversation_id: "cnv_x" }, 404, "no conversation"],
  ["PUT", "/threads", { channel: "telegram", thread: "1" }, 400, "Name one of"],
  ["PUT", "/threads", { channel: "pigeon", thread: "1", agent: null }, 400, "channel"],
  ["POST", "/conversations/reset", {}, 400, "target"],
  ["POST", "/routing/explain", { colour: "red" }, 400, "colour"],
  ["POST", "/chat", { message: "hi", mode: "turbo" }, 400, "There is: agent"],
  ["POST", "/chat", { message: "hi", mode: "turbo", sender: "sam" }, 400, "There is: agent"],
  ["POST", "/conversations", { mode: "turbo" }, 400, "There is: agent"],
])("%s %s %j is refused, and says why", async (method, path, body, status, reason) => {
  const response = await request(method, path, body);
  expect(response.status).toBe(status);
  expect(await response.text()).toContain(reason);
});

test("an account that lets in whom nobody answers says so", async () => {
  const warning = async (policy: string | null) =>
    (await callApi<{ warning: string | null }>("PATCH", "/channels/telegram", { policy })).warning;
  const answering = (default_agent: string | null) =>
    callApi("PUT", "/routing/defaults", {
      channel: "telegram",
      account: "",
      default_agent,
      fallback_agent: null,
    });
  for (const [slug, audience] of [
    ["inward", "people"],
    ["outward", "everyone"],
  ])
    await callApi("POST", "/agents", { slug, name: slug, instructions: "Answer.", audience });
  await answering("inward");
  expect(await warning("open")).toContain("inward (inward), does not talk to a stranger");
  expect(await warning("closed")).toBeNull();
  await answering("outward");
  expect(await warning("open")).toBeNull();
  await answering(null);
  await warning(null);
});

test("a place that has another name from now on is led where it was, and a group's rule goes with it; what is there stays", async () => {
  const db = openDatabase(DB);
  const [threads, rules] = [new ThreadStore(db, Date.now), new AccessRuleStore(db, Date.now)];
  const place = { channel: "telegram", account: "", thread: "-77" } as const;
  await threads.bind(place, "admin", { agent: "tutor", answers_all: true });
  const group = { channel: "telegram", account: "", kind: "group", rule: "open", name: "Choir" } as const;
  await rules.set({ ...group, id: "-77" });
  await Promise.all([threads.rename(place, "-10077"), rules.renameGroup(place, "-10077")]);
  const moved = { ...place, thread: "-10077" };
  expect(await threads.at(moved)).toMatchObject({ agent: "tutor", answers_all: true });
  expect(await threads.at(place)).toBeUndefined();
  const source = { channel: "telegram", sender: "7", thread: "-10077", is_group: true } as const;
  expect(await rules.of(source)).toMatchObject({ group: "open" });

  await threads.bind(place, "admin", { agent: null });
  await rules.set({ ...group, id: "-77", rule: "closed" });
  await Promise.all([threads.rename(place, "-10077"), rules.renameGroup(place, "-10077")]);
  expect(await threads.at(moved)).toMatchObject({ agent: "tutor" });
  expect(await rules.of(source)).toMatchObject({ group: "open" });
});
