/** Discord, whole: messages that come over its Gateway, answers at its REST API, and an instance that is killed on the way. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { APPLICATION, type DiscordApp, discordApp, interactionOf } from "../support/discord/app.ts";
import { BOT_USER, DiscordGateway } from "../support/discord/gateway.ts";
import { BOT_TOKEN, DiscordServer } from "../support/discord/server.ts";
import { type Nightjar, startNightjar } from "../support/process/nightjar.ts";
import { ScriptedModel } from "../support/process/scripted-model.ts";
import { until } from "../support/process/until.ts";

let model: ScriptedModel;
let discord: DiscordServer;
let gateway: DiscordGateway;
let app: DiscordApp;
let nightjar: Nightjar;

beforeAll(async () => {
  model = await ScriptedModel.start();
  discord = await DiscordServer.start();
  // What is cut off is looked for again within a heartbeat.
  gateway = await DiscordGateway.start({ token: BOT_TOKEN, heartbeat_ms: 2_000 });
  discord.gateway = gateway.url;
  app = discordApp({ base: discord.url, now: Date.now });
  discord.app.verify_key = app.public_key;
  nightjar = await startNightjar({
    launcher: "runtime",
    vars: {
      ...model.vars,
      DISCORD_ACCESS: "open",
      DISCORD_APPLICATION_ID: APPLICATION,
      DISCORD_PUBLIC_KEY: app.public_key,
      DISCORD_BOT_TOKEN: BOT_TOKEN,
      DISCORD_API_BASE: discord.url,
      DISCORD_GATEWAY: "mentions",
    },
  });
  await nightjar.request("PATCH", "/agents/nightjar", { audience: "everyone" });
  await nightjar.request("POST", "/channels/discord/connect", {});
  await gateway.until(() => gateway.calls.length === 1);
});
afterAll(async () => {
  await nightjar?.dispose();
  model?.close();
  await gateway?.close();
  await discord?.close();
});

let next = 1;
function say(content: string, more: object = {}): void {
  const author = { id: "77", username: "mona", global_name: "Mona" };
  const id = `1175928847299117${String(next++).padStart(3, "0")}`;
  gateway.dispatch("MESSAGE_CREATE", { id, channel_id: "900", type: 0, content, author, ...more });
}

const texts = async () => discord.messages.map(({ content }) => content);
const arrived = (...wanted: string[]) => until(texts, (shown) => shown.join("|") === wanted.join("|"));

/** A command as Discord sends it: it shows that somebody thinks, where it is told to. */
async function command(id: string, data: object): Promise<unknown> {
  const token = `token-${id}`;
  const { headers, body } = app.signed(interactionOf(2, { id, token, data }));
  const sent = { method: "POST", headers, body: new Uint8Array(body) };
  const response = await fetch(`${nightjar.url}/webhooks/discord`, sent);
  const told = (await response.json()) as { type: number; data?: { flags?: number } };
  if (told.type === 5) discord.defer(token, told.data?.flags);
  return told;
}

it("a command is answered at once, and its answer is put where Discord shows that somebody thinks", async () => {
  const snowflake = (at: number) => String(BigInt(at - 1_420_070_400_000) << 22n);
  const [first, second] = [snowflake(Date.now()), snowflake(Date.now() + 1)];
  model.script((reply) => reply.text("It is **new**."));
  const asked = { name: "ask", type: 1, options: [{ name: "text", type: 3, value: "What is new?" }] };
  expect(await command(first, asked)).toEqual({ type: 5 });
  await arrived("It is **new**.");
  expect(discord.messages[0]).toMatchObject({ token: `token-${first}`, flags: 0 });

  expect(await command(second, { name: "whoami", type: 1 })).toEqual({ type: 5, data: { flags: 64 } });
  await until(texts, (shown) => shown.length === 2);
  expect(discord.messages[1]).toMatchObject({ token: `token-${second}`, flags: 64 });
  expect(model.requests).toHaveLength(1);
  const forged = app.signed(interactionOf(1));
  const stranger = { method: "POST", headers: forged.headers, body: "{}" };
  expect((await fetch(`${nightjar.url}/webhooks/discord`, stranger)).status).toBe(401);
  discord.messages.length = 0;
});

it("a question has buttons, and whoever was asked answers by one", async () => {
  model.script(
    (reply) => reply.tool("ask_user", { question: "Which colour?", options: ["Red", "Blue"] }),
    (reply) => reply.text("Blue it is."),
  );
  const asked = { name: "ask", type: 1, options: [{ name: "text", type: 3, value: "Paint it" }] };
  await command("1175928847299117800", asked);
  await until(texts, (shown) => shown.length === 1);
  const [question] = discord.messages;
  const [row] = (question?.components ?? []) as { components: { custom_id: string }[] }[];
  const message = { ...question, author: { id: APPLICATION } };
  const data = { component_type: 2, custom_id: row?.components[1]?.custom_id };
  const { headers, body } = app.signed(interactionOf(3, { id: "1175928847299117801", message, data }));
  const sent = { method: "POST", headers, body: new Uint8Array(body) };
  expect((await fetch(`${nightjar.url}/webhooks/discord`, sent)).status).toBe(200);
  await until(texts, (shown) => shown.at(-1) === "Blue it is.");
  discord.messages.length = 0;
});

it("who may not write is told so alone, at once, and nobody is shown to think", async () => {
  await nightjar.request("PATCH", "/channels/discord", { policy: "closed" });
  const asked = { name: "ask", type: 1, options: [{ name: "text", type: 3, value: "Let me in" }] };
  const told = await command("1175928847299117900", asked);
  expect(told).toMatchObject({
    type: 4,
    data: { flags: 68, content: expect.stringContaining("let you in") },
  });
  await nightjar.request("PATCH", "/channels/discord", { policy: "open" });
});

it("a channel that is a room has visits: its host speaks by name, calls last, closes, and says when to come back", async () => {
  for (const [slug, name] of [
    ["keep", "Keep"],
    ["regular", "Regular"],
  ] as const)
    await nightjar.request("POST", "/agents", { slug, name, instructions: "Be here.", audience: [] });
  await nightjar.request("POST", "/rooms", {
    slug: "tavern",
    name: "Tavern",
    cast: ["keep", "regular"],
    host: "keep",
    audience: "everyone",
    limits: { messages: 3, last_call_before: 1, visits_per_day: 2, message_chars: 40 },
    sayings: { last_call: "Last call.", closed_at_limit: "That was the last round." },
  });
  const place = { channel: "discord", thread: "902", room: "tavern", answers_all: true };
  await nightjar.request("PUT", "/threads", place);
  const tell = (content: string) => say(content, { guild_id: "5", channel_id: "902" });
  const all: string[] = [];
  const then = (...wanted: string[]) => {
    all.push(...wanted);
    return arrived(...all);
  };

  tell("Good evening");
  await then("**Keep:** ok");
  tell("Regular, how do you do?");
  await then("**Regular:** ok", "**Keep:** Last call.");
  tell("Another one, then");
  await then("**Keep:** ok", "**Keep:** That was the last round.");

  tell("And one more?");
  await then("**Keep:** ok");
  const mentions = [{ id: BOT_USER, username: "nightjar" }];
  say(`<@${BOT_USER}> /leave`, { guild_id: "5", channel_id: "902", mentions });
  await then("You left the room. Your next message starts a new visit.");
  tell("Let me in");
  await until(texts, (shown) => shown.length === all.length + 1);
  expect((await texts()).at(-1)).toContain("2 times today");
  // The book hears of a visit behind its last words.
  const visits = () =>
    nightjar.request<{ items: { status: string; message_count: number }[] }>("GET", "/rooms/tavern/visits");
  const ended = await until(visits, ({ items }) => items.every(({ status }) => status === "ended"));
  expect(ended.items.map(({ message_count }) => message_count)).toEqual([1, 3]);
  discord.messages.length = 0;
});

it("answers direct messages and mentions, grows its answers, tells schedules, and after a power cut goes on, each once", async () => {
  const before = model.requests.length;
  model.script(
    async (reply) => {
      reply.text("Hello");
      await arrived("Hello");
      reply.text(" **Mona**.");
    },
    (reply) => reply.text("In the thread."),
    (reply) => reply.text("Back again."),
  );
  say("Hi");
  await arrived("Hello **Mona**.");
  expect(JSON.stringify(model.requests[before]?.messages)).toContain("Hi");

  say("what others say to each other", { guild_id: "5", channel_id: "901" });
  const mentions = [{ id: BOT_USER, username: "nightjar" }];
  say(`<@${BOT_USER}> and here?`, { guild_id: "5", channel_id: "901", mentions });
  await arrived("Hello **Mona**.", "In the thread.");
  expect(discord.messages[1]).toMatchObject({
    channel_id: "901",
    message_reference: { message_id: expect.anything() },
  });
  expect(model.requests).toHaveLength(before + 2);

  await nightjar.kill9();
  say("Are you there?");
  await nightjar.start();
  await gateway.until(() => gateway.calls.length === 2);
  expect(gateway.calls.map(({ op }) => op)).toEqual([2, 6]);
  await arrived("Hello **Mona**.", "In the thread.", "Back again.");
  expect(model.requests).toHaveLength(before + 3);

  // What the schedule says is for its owner alone: their own chat is one that began when they were known.
  const { code } = await nightjar.request<{ code: string }>("POST", "/me/identities/codes", {});
  const user = { id: "88", username: "ann" };
  const own = { channel_id: "910", author: { ...user, global_name: "Ann" } };
  say(`/link ${code}`, own);
  await until(texts, (shown) => shown.length === 4);
  const listed = async () =>
    (await nightjar.request<{ items: unknown[] }>("GET", "/conversations")).items.length;
  const known = await listed();
  say("Hello", own);
  await until(texts, (shown) => shown.length === 5);
  // Its entry in the list, by which the schedule finds it, is written behind the answer.
  await until(listed, (count) => count === known + 1);
  model.script(async (reply) => {
    reply.text("The d");
    await until(texts, (shown) => shown.at(-1) === "The d");
    reply.text("ig");
    return reply.forever();
  });
  const wish = { name: "Digest", text: "Write the digest.", cron: "0 9 1 1 *", channel: "discord" };
  const { id } = await nightjar.request<{ id: string }>("POST", "/schedules", wish);
  await nightjar.request("POST", `/schedules/${id}/run`, {});
  await until(texts, (shown) => shown.at(-1) === "The dig");
  await nightjar.kill9();
  model.script((reply) => reply.text("The digest."));
  await nightjar.start();
  await until(
    () => nightjar.request<{ last_run: { delivery: string } | null }>("GET", `/schedules/${id}`),
    ({ last_run }) => last_run?.delivery === "sent",
  );
  expect(discord.messages.slice(4)).toMatchObject([
    { content: "ok", channel_id: "910" },
    { content: "The digest.", channel_id: "910" },
  ]);
});
