/** Connections over HTTP: values go in, hold at once, and never come out. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { ChannelState } from "../../../src/contract/channels.ts";
import type { ConnectionState, ConnectReply } from "../../../src/contract/connections.ts";
import { callApi, request } from "../api.ts";
import { somebody } from "../people/somebody.ts";

const TOKEN = "canary-discord-token-8c41.ab-0123456789";

async function connection(name: string): Promise<ConnectionState | undefined> {
  const { items } = await callApi<{ items: ConnectionState[] }>("GET", "/connections");
  return items.find((each) => each.name === name && each.account === "");
}

test("a bot is connected without a restart, shown by the end of its token, and disconnected", async () => {
  expect(await connection("discord")).toMatchObject({ state: "not_set", values: {} });
  const connected = await callApi<ConnectReply>("PUT", "/connections/discord", {
    values: { DISCORD_BOT_TOKEN: TOKEN },
  });
  expect(connected).toMatchObject({
    is_kept: true,
    connection: { state: "connected", values: { DISCORD_BOT_TOKEN: "6789", DISCORD_GATEWAY: "mentions" } },
  });
  await callApi("PUT", "/connections/discord", { values: { DISCORD_GATEWAY: "all" } });
  expect(await connection("discord")).toMatchObject({
    values: { DISCORD_BOT_TOKEN: "6789", DISCORD_GATEWAY: "all" },
    webhook_url: "http://nightjar.test/webhooks/discord",
    is_reachable: false,
  });
  const { DB } = env as unknown as { DB: D1Database };
  const { results } = await DB.prepare("SELECT * FROM connections").all();
  expect(JSON.stringify(results)).not.toContain("canary-discord");
  expect((await request("DELETE", "/connections/discord")).status).toBe(204);
  expect((await request("DELETE", "/connections/discord")).status).toBe(404);
  expect(await connection("discord")).toMatchObject({ state: "not_set", values: {} });
});

test("two bots of a platform are connected side by side, each with an agent of its own", async () => {
  const values = { DISCORD_BOT_TOKEN: TOKEN };
  await callApi("PUT", "/connections/discord", { values });
  const second = await callApi<ConnectReply>("PUT", "/connections/discord", { account: "work", values });
  expect(second).toMatchObject({ is_kept: true, connection: { account: "work", state: "connected" } });
  const bot = { channel: "discord", fallback_agent: null };
  await callApi("PUT", "/routing/defaults", { ...bot, account: "", default_agent: "nightjar" });
  await callApi("PUT", "/routing/defaults", { ...bot, account: "work", default_agent: "scholar" });
  const { items } = await callApi<{ items: ChannelState[] }>("GET", "/channels");
  const bots = items.filter(({ channel }) => channel === "discord");
  expect(bots.map(({ account, default_agent, missing }) => [account, default_agent, missing])).toEqual([
    ["", "nightjar", null],
    ["work", "scholar", null],
  ]);
  await callApi("PUT", "/routing/defaults", { ...bot, account: "", default_agent: null });
  await callApi("DELETE", "/connections/discord?account=work");
  await callApi("DELETE", "/connections/discord");
});

test("a setting of the file stands, and cannot be set in the app beside it", async () => {
  expect(await connection("searxng")).toMatchObject({ state: "settings", values: {} });
  const answer = await request("PUT", "/connections/searxng", {
    values: { SEARXNG_URL: "https://s.example" },
  });
  expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining(".dev.vars")]);
});

test("a mail domain holds for hooks from the moment that it is connected", async () => {
  const mail = { name: "post", senders: ["*"] };
  const hook = { name: "Post", verification: { scheme: "hmac", header: "x-signature" }, mail };
  const before = await request("POST", "/hooks", hook);
  expect(await before.text()).toContain("no mail comes here yet");
  await callApi("PUT", "/connections/mail", { values: { EMAIL_DOMAIN: "mail.example.com" } });
  const { id, mail_address } = await callApi<{ id: string; mail_address: string }>("POST", "/hooks", hook);
  expect(mail_address).toBe("post@mail.example.com");
  await callApi("DELETE", `/hooks/${id}`);
  await callApi("DELETE", "/connections/mail");
});

test.each([
  ["/connections/telegram", { TELEGRAM_BOT_TOKEN: "no token" }, 400, "That isn't a bot token"],
  ["/connections/telegram", {}, 400, "Bot token is missing"],
  ["/connections/telegram", { ADMIN_TOKEN: "x".repeat(20) }, 400, "has no value ADMIN_TOKEN"],
  ["/connections/fax", {}, 404, "no such connection"],
])("what cannot be right is refused with what to do: %s %j", async (path, values, status, words) => {
  const answer = await request("PUT", path, { values });
  expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(words)]);
});

test("members see and change none of it", async () => {
  const member = await somebody("member");
  expect((await member.ask("GET", "/connections")).status).toBe(403);
  expect((await member.ask("PUT", "/connections/discord", { values: {} })).status).toBe(403);
});
