import { exports } from "cloudflare:workers";
import { expect, inject, test } from "vitest";
import { derivedConversation, threadKey } from "../../src/routing/address.ts";
import { tell } from "../support/model-wire/told-model.ts";
import { TEST_CHANNEL_SECRET } from "../support/test-channel/channel.ts";
import type { ChatView } from "../support/test-channel/server.ts";
import "../support/workers/provided.ts";
import { callApi } from "./api.ts";
import { somebody, stores } from "./people/somebody.ts";

const worker = (exports as unknown as { default: Fetcher }).default;
const OPERATOR = { authorization: "Bearer test-admin-token-0123456789" };
const SECRET = { "x-test-secret": TEST_CHANNEL_SECRET };
let chats = 0;

function post(channel: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return worker.fetch(`http://nightjar.test/webhooks/${channel}`, { method: "POST", body, headers });
}

/** A chat of its own on the tests' platform. */
function openChat() {
  const thread = `${inject("testChannelUrl")}/webhook-${Date.now()}-${chats++}`;
  const arrived = async (count: number) =>
    (await (await fetch(`${thread}/messages?count=${count}`)).json()) as ChatView;
  const write = (id: string, text: string, photos?: { ref: string; name: string }[]) =>
    post("whatsapp", JSON.stringify({ id, thread, from: "mona", text, photos }), SECRET);
  const photo = (name: string, size: number) => ({ name, ref: `${thread}/photo?count=${size}` });
  const conversation = derivedConversation(
    "admin",
    threadKey({ channel: "whatsapp", account: "", thread }, 0),
  );
  return { thread, write, photo, arrived, conversation };
}

interface Agent {
  slug: string;
}

/** One that does as it is told. */
const teller = callApi<Agent>("POST", "/agents", {
  slug: "teller",
  name: "Teller",
  instructions: "Tell.",
  models: ["openai/told"],
  audience: "everyone",
});

test("a message of a thread begins a conversation, its answer goes back, and the next goes to the same one", async () => {
  await teller;
  const { write, arrived, conversation } = openChat();
  const first = await write("1", `@teller ${tell({ text: ["Hello, Mona."] })}`);
  expect([first.status, await first.json()]).toEqual([200, { receipts: ["accepted"] }]);
  expect((await arrived(1)).messages.map(({ text }) => text)).toEqual(["Hello, Mona."]);
  const again = await write("1", "The platform sends it twice.");
  expect(await again.json()).toEqual({ receipts: ["duplicate"] });
  await write("2", `@teller ${tell({ text: ["Still here."] })}`);
  expect((await arrived(2)).messages.map(({ text }) => text)).toEqual(["Hello, Mona.", "Still here."]);
  const { items } = await callApi<{ items: { role: string; agent?: string }[] }>(
    "GET",
    `/conversations/${await conversation}/messages`,
  );
  expect(items.map(({ role, agent }) => agent ?? role)).toEqual(["user", "teller", "user", "teller"]);
  const list = await callApi<{ items: { id: string }[] }>("GET", "/conversations");
  expect(list.items.map(({ id }) => id)).toContain(await conversation);
});

test("photos are parts of their message and files of the conversation's owner; one that is not there is said", async () => {
  await teller;
  const { write, photo, arrived, conversation } = openChat();
  await write("1", `@teller ${tell({ text: ["Send them."] })}`);
  await arrived(1);
  const photos = [photo("cat.png", 40), photo("gone.png", 0)];
  expect(await (await write("2", "", photos)).json()).toEqual({ receipts: ["accepted"] });
  expect(await (await write("2", "", photos)).json()).toEqual({ receipts: ["duplicate"] });
  await arrived(2);
  interface Said {
    role: string;
    parts: { type: string; file_id?: string }[];
  }
  const { items } = await callApi<{ items: Said[] }>("GET", `/conversations/${await conversation}/messages`);
  const said = items.filter(({ role }) => role === "user");
  expect(said).toHaveLength(2);
  expect(said[1]?.parts).toMatchObject([
    { type: "image", media_type: "image/png", name: "cat.png", size: 40 },
    {
      type: "text",
      text: "[An image, gone.png, could not be fetched: The platform does not have it any more.]",
    },
  ]);
  const file = await worker.fetch(`http://nightjar.test/api/v1/files/${said[1]?.parts[0]?.file_id}`, {
    headers: OPERATOR,
  });
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(new Uint8Array(40).fill(7));
});

test("copies of a message that come all at once are one message, and its photo is fetched once", async () => {
  await teller;
  const { write, photo, arrived } = openChat();
  await write("1", `@teller ${tell({ text: ["Send it."] })}`);
  await arrived(1);
  const name = `once-${Date.now()}.png`;
  const photos = [photo(name, 40)];
  const copies = await Promise.all([1, 2, 3, 4].map(() => write("2", "", photos)));
  const receipts = await Promise.all(copies.map((copy) => copy.json<{ receipts: string[] }>()));
  expect(receipts.flatMap((each) => each.receipts).toSorted()).toEqual([
    "accepted",
    "duplicate",
    "duplicate",
    "duplicate",
  ]);
  await arrived(2);
  expect(await (await write("2", "", photos)).json()).toEqual({ receipts: ["duplicate"] });
  const { items } = await callApi<{ items: { name: string }[] }>("GET", "/files");
  expect(items.filter((file) => file.name === name)).toHaveLength(1);
});

test("a message that says nothing at all is taken without harm", async () => {
  await teller;
  const { write, arrived } = openChat();
  await write("1", `@teller ${tell({ text: ["Yes?"] })}`);
  await arrived(1);
  expect(await (await write("2", "")).json()).toEqual({ receipts: ["accepted"] });
  expect((await arrived(2)).messages[1]?.text).not.toBe("");
});

test("who is let in and is not answered is told why, now and then", async () => {
  const { write, arrived } = openChat();
  // Its agent talks to people with an account here.
  for (const id of ["1", "2", "3", "4"])
    expect(await (await write(id, "Hello?")).json()).toEqual({ receipts: ["refused"] });
  const { messages } = await arrived(3);
  expect(messages[0]?.text).toContain("No agent that is available to you answers here.");
  expect(new Set(messages.map(({ text }) => text)).size).toBe(1);
});

test("who has used up their visits of the day is told so, and their platform does not send it again", async () => {
  await teller;
  const { thread, write, arrived } = openChat();
  const limits = { messages: 1, last_call_before: 0, visits_per_day: 1, message_chars: 300 };
  const cast = { cast: ["teller"], host: "teller", audience: "everyone" };
  await callApi("POST", "/rooms", { slug: "snug", name: "Snug", limits, ...cast });
  await callApi("PUT", "/threads", { channel: "whatsapp", thread, room: "snug" });
  await write("1", tell({ text: ["Evening."] }));
  await arrived(2);
  const refused = await write("2", "And one more?");
  expect([refused.status, await refused.json()]).toEqual([200, { receipts: ["refused"] }]);
  expect((await arrived(3)).messages[2]?.text).toContain("once today");
});

test("a thread whose conversation was deleted begins anew", async () => {
  await teller;
  const { write, conversation } = openChat();
  await write("1", "@teller hi");
  await callApi("DELETE", `/conversations/${await conversation}`);
  expect(await (await write("1", "@teller hi again")).json()).toEqual({ receipts: ["accepted"] });
});

test("without the platform's secret nothing is taken, and nothing is told", async () => {
  const response = await post("whatsapp", "{}", { "x-test-secret": "guessed" });
  expect([response.status, await response.text()]).toEqual([401, ""]);
});

test("a channel that is not set up looks to strangers as one that there is not", async () => {
  const answers = await Promise.all(
    ["telegram", "web", "nowhere", "constructor"].map(async (channel) => {
      const response = await post(channel, "{}", { authorization: "Bearer guessed" });
      return [response.status, (await response.text()).replace(`/${channel}.`, "/*.")];
    }),
  );
  const nothing = [404, expect.stringContaining("There is no POST /webhooks/*")];
  expect(answers).toEqual(answers.map(() => nothing));
});

test("its operator is told what is missing", async () => {
  const response = await post("telegram", "{}", OPERATOR);
  expect([response.status, await response.json()]).toEqual([
    404,
    {
      error: "resource_not_found",
      reason:
        "Telegram is not set up on this instance: set TELEGRAM_BOT_TOKEN (it is the token that @BotFather gave).",
    },
  ]);
});

test("a body that no platform sends is refused before it is read", async () => {
  const response = await post("whatsapp", "x".repeat(5 * 1024 * 1024), SECRET);
  expect(response.status).toBe(413);
});

test("somebody whom the house does not know is answered by nobody, until their account is linked", async () => {
  const ann = await somebody("member", { name: "Ann" });
  const thread = `${inject("testChannelUrl")}/webhook-closed-${Date.now()}`;
  const write = (id: string) =>
    post("slack", JSON.stringify({ id, thread, from: "U7", text: tell({ text: ["Hello."] }) }), SECRET);
  expect(await (await write("1")).json()).toEqual({ receipts: ["refused"] });
  await stores().identities.link({
    channel: "slack",
    account: "",
    platform_id: "U7",
    person_id: ann.id,
    name: "Ann",
  });
  expect(await (await write("2")).json()).toEqual({ receipts: ["accepted"] });
  const list = (await (await ann.ask("GET", "/conversations")).json()) as { items: { owner: string }[] };
  expect(list.items).toMatchObject([{ owner: ann.id }]);
});
