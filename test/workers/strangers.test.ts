/** Strangers in a group may take part where it is open, and decide nothing there. */
import { exports } from "cloudflare:workers";
import { expect, inject, test } from "vitest";
import { call } from "../support/model-wire/answer.ts";
import { tell } from "../support/model-wire/told-model.ts";
import { TEST_CHANNEL_SECRET } from "../support/test-channel/channel.ts";
import type { ChatView } from "../support/test-channel/server.ts";
import "../support/workers/provided.ts";
import { callApi } from "./api.ts";
import { stores } from "./people/somebody.ts";

const worker = (exports as unknown as { default: Fetcher }).default;

await callApi("POST", "/agents", {
  slug: "asking",
  name: "Asking",
  instructions: "Ask.",
  models: ["openai/told"],
  audience: "everyone",
  tools: { calculate: "ask" },
});
const OWNER = `owner-${Date.now()}`;
await stores().identities.link({
  channel: "whatsapp",
  account: "",
  platform_id: OWNER,
  person_id: "admin",
  name: "Owner",
});
let chats = 0;

/** A group of its own on the tests' platform, where anybody may write. */
async function openGroup() {
  const thread = `${inject("testChannelUrl")}/strangers-${Date.now()}-${chats++}`;
  await callApi("PUT", "/threads", { channel: "whatsapp", thread, agent: "asking" });
  let count = 0;
  const send = async (from: string, more: object) => {
    const id = `${thread} ${count++}`;
    const body = JSON.stringify({ id, thread, from, text: "", group: true, to_bot: true, ...more });
    const headers = { "x-test-secret": TEST_CHANNEL_SECRET };
    const response = await worker.fetch("http://nightjar.test/webhooks/whatsapp", {
      method: "POST",
      body,
      headers,
    });
    return ((await response.json()) as { receipts: string[] }).receipts[0];
  };
  const arrived = async (least: number) =>
    ((await (await fetch(`${thread}/messages?count=${least}`)).json()) as ChatView).messages;
  /** The prompt of an approval, which may take several messages, and the number of messages up to it. */
  const prompted = async (least = 1): Promise<{ call_id: string; count: number }> => {
    const messages = await arrived(least);
    const at = messages.findIndex(({ prompt }) => prompt !== undefined);
    if (at === -1) return prompted(messages.length + 1);
    return { call_id: callIn(messages[at]?.prompt), count: at + 1 };
  };
  return { send, arrived, prompted };
}

const callIn = (prompt: unknown) => (prompt as { call_id: string } | undefined)?.call_id ?? "";
const sum = () => call(`call_${chats++}`, "calculate", { expression: "6*7" });
const ask = () => tell({ calls: [sum()] }, { text: ["It is 42."] });

test("neither words nor buttons of a stranger decide about a call, and the owner's do", async () => {
  const { send, arrived, prompted } = await openGroup();
  await send(OWNER, { text: ask() });
  const { call_id, count } = await prompted();
  for (const decision of ["once", "always", "deny"])
    expect(await send("stranger", { pressed: { call_id, decision } })).toBe("refused");
  // As any message: it is told to the agent when its turn goes on.
  for (const text of ["yes", "allow", "always"]) expect(await send("stranger", { text })).toBe("accepted");
  expect(await arrived(count)).toHaveLength(count);

  expect(await send(OWNER, { pressed: { call_id, decision: "once" } })).toBe("accepted");
  expect((await arrived(count + 1))[count]?.text).toBe("It is 42.");
});

test("of what a stranger has set going, too, the owner decides", async () => {
  const { send, arrived, prompted } = await openGroup();
  await send("stranger", { text: ask() });
  const { call_id, count } = await prompted();
  expect(await send("stranger", { pressed: { call_id, decision: "once" } })).toBe("refused");
  expect(await send(OWNER, { text: "allow" })).toBe("accepted");
  expect((await arrived(count + 1))[count]?.text).toBe("It is 42.");
});

test("a guest stops the answer to themselves, and nobody else's", async () => {
  const { send, arrived, prompted } = await openGroup();
  await send("guest", { text: ask() });
  const { count } = await prompted();
  await send("another", { text: "/stop" });
  expect((await arrived(count + 1))[count]?.text).toBe("No answer to you is being written.");
  await send("another", { text: "/new" });
  expect((await arrived(count + 2))[count + 1]?.text).toContain("people who have an account");
  await send("guest", { text: "/stop" });
  const stopped = (await arrived(count + 3)).slice(count + 2).map(({ text }) => text);
  expect(stopped[0]).toBe("Stopped.");
});
