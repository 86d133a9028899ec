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
  return { send, arrived };
}

const callIn = (prompt: unknown) => (prompt as { call_id: string } | undefined)?.call_id ?? "";
const sum = () => call(`call_${chats++}`, "calculate", { expression: "6*7" });
const ask = () => tell({ calls: [sum()] }, { text: ["It is 42."] });

test("neither words nor buttons of a stranger decide about a call, and the owner's do", async () => {
  const { send, arrived } = await openGroup();
  await send(OWNER, { text: ask() });
  const call_id = callIn((await arrived(1))[0]?.prompt);
  for (const decision of ["once", "always", "deny"])
    expect(await send("stranger", { pressed: { call_id, decision } })).toBe("refused");
  // As any message: it is told to the agent when its turn goes on.
  for (const text of ["yes", "allow", "always"]) expect(await send("stranger", { text })).toBe("accepted");
  expect(await arrived(1)).toHaveLength(1);

  expect(await send(OWNER, { pressed: { call_id, decision: "once" } })).toBe("accepted");
  expect((await arrived(2))[1]?.text).toBe("It is 42.");
});

test("of what a stranger has set going, too, the owner decides", async () => {
  const { send, arrived } = await openGroup();
  await send("stranger", { text: ask() });
  const call_id = callIn((await arrived(1))[0]?.prompt);
  expect(await send("stranger", { pressed: { call_id, decision: "once" } })).toBe("refused");
  expect(await send(OWNER, { text: "allow" })).toBe("accepted");
  expect((await arrived(2))[1]?.text).toBe("It is 42.");
});

test("a guest stops the answer to themselves, and nobody else's", async () => {
  const { send, arrived } = await openGroup();
  await send("guest", { text: ask() });
  await arrived(1);
  await send("another", { text: "/stop" });
  expect((await arrived(2))[1]?.text).toBe("No answer to you is being written here.");
  await send("another", { text: "/new" });
  expect((await arrived(3))[2]?.text).toContain("people who have an account");
  await send("guest", { text: "/stop" });
  const stopped = (await arrived(4)).slice(3).map(({ text }) => text);
  expect(stopped[0]).toBe("Stopped.");
});
