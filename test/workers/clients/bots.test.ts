/** A bot that is one client's: whoever writes there begins conversations of the client's. */
import { exports } from "cloudflare:workers";
import { expect, inject, test } from "vitest";
import { tell } from "../../support/model-wire/told-model.ts";
import { TEST_CHANNEL_SECRET } from "../../support/test-channel/channel.ts";
import type { ChatView } from "../../support/test-channel/server.ts";
import "../../support/workers/provided.ts";
import { callApi, request } from "../api.ts";
import { stores } from "../people/somebody.ts";

const worker = (exports as unknown as { default: Fetcher }).default;

interface Client {
  id: string;
  conversations: number;
}

const KEEPER = `keeper-${Date.now()}`;
await stores().identities.link({
  channel: "whatsapp",
  account: "",
  platform_id: KEEPER,
  person_id: "admin",
  name: "Keeper",
});
const ASKED = "Of the bot.";
let count = 0;

async function send(thread: string, from: string) {
  const text = `${ASKED} ${tell({ text: ["Answered."] })}`;
  const body = JSON.stringify({ id: `${thread} ${count++}`, thread, from, text, group: true, to_bot: true });
  const headers = { "x-test-secret": TEST_CHANNEL_SECRET };
  const response = await worker.fetch("http://nightjar.test/webhooks/whatsapp", {
    method: "POST",
    body,
    headers,
  });
  return ((await response.json()) as { receipts: string[] }).receipts[0];
}

const arrived = async (thread: string, least: number) =>
  ((await (await fetch(`${thread}/messages?count=${least}`)).json()) as ChatView).messages;

test("who writes to a client's bot writes to the client; taken from it, the same chat is the house's again", async () => {
  const thread = `${inject("testChannelUrl")}/clients-${Date.now()}`;
  const client = await callApi<Client>("POST", "/clients", { slug: "bots", name: "Bots" });
  const other = await callApi<Client>("POST", "/clients", { slug: "others", name: "Others" });
  const channels = [{ channel: "whatsapp", account: "" }];
  await callApi("PUT", `/clients/${client.id}/channels`, { channels });
  expect((await request("PUT", `/clients/${other.id}/channels`, { channels })).status).toBe(409);
  const has = async ({ id }: Client) => (await callApi<Client>("GET", `/clients/${id}`)).conversations;

  // Conversations of the files before this one may still come into the list: only those of this chat are counted.
  const own = async () => {
    const { items } = await callApi<{ items: { title: string }[] }>("GET", "/conversations");
    return items.filter(({ title }) => title.startsWith(ASKED)).length;
  };

  expect(await send(thread, KEEPER)).toBe("accepted");
  await arrived(thread, 1);
  await expect.poll(() => has(client)).toBe(1);
  expect(await has(other)).toBe(0);
  expect(await own()).toBe(0);

  await callApi("PUT", `/clients/${client.id}/channels`, { channels: [] });
  expect(await send(thread, KEEPER)).toBe("accepted");
  await arrived(thread, 2);
  await expect.poll(own).toBe(1);
  expect(await has(client)).toBe(1);
});
