import { afterEach, beforeEach, expect, test } from "vitest";
import type { Chunk, Outgoing } from "../../../src/channels/channel.ts";
import { writeReplyToken } from "../../../src/channels/discord/reply-token.ts";
import { splitText } from "../../../src/channels/split.ts";
import type { ConversationId } from "../../../src/domain/ids.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import { type DiscordApp, discordApp } from "../../support/discord/app.ts";
import { problemOfMessage } from "../../support/discord/limits.ts";
import { DiscordServer } from "../../support/discord/server.ts";
import { ROUNDS } from "../../support/rounds.ts";

const START = Date.UTC(2026, 5, 1);
const ASKED = String(BigInt(START - 1_420_070_400_000) << 22n);
const signal = new AbortController().signal;
const file = { name: "cat.png", media_type: "image/png", bytes: new Uint8Array([1, 2, 3]) };
let discord: DiscordServer;
let app: DiscordApp;
let now: number;

beforeEach(async () => {
  now = START;
  discord = await DiscordServer.start();
  app = discordApp({ base: discord.url, now: () => now, file });
});
afterEach(() => discord.close());

function source(more: Partial<Source> = {}): Source {
  return { channel: "discord", sender: "77", thread: "900", ...more };
}

function byToken(token: string, isPrivate = false): Source {
  return source({ is_group: true, reply_token: writeReplyToken(ASKED, token, isPrivate) });
}

function say(chunk: Chunk | string, { to = source(), key = "dlv_1:0" } = {}) {
  const said: Chunk = typeof chunk === "string" ? { type: "text", text: chunk } : chunk;
  const from = { conversation_id: "cnv_1" as ConversationId, owner: "admin" };
  const outgoing: Outgoing = { chunk: said, from, to, key };
  return app.port.deliver(outgoing, signal);
}

const shown = () => discord.messages.map(({ channel_id, content }) => [channel_id, content]);

test("an answer stands in the channel, once however often it is sent, and calls nobody", async () => {
  discord.faults.push({ fault: "drop" });
  expect(await say("Hi @everyone <@5>")).toMatchObject({ status: "unknown" });
  expect(await say("Hi @everyone <@5>")).toEqual({ status: "sent", platform_id: "1000" });
  expect(shown()).toEqual([["900", "Hi @\u200beveryone <@\u200b5>"]]);
});

test("nobody fetches the links in what is said, as it is first said and as it is edited", async () => {
  discord.defer("t1");
  const links = "See https://elsewhere.example/?d=secret";
  const to = byToken("t1");
  await say(links, { to });
  await say(links, { to, key: "dlv_1:1" });
  await say(links, { to: byToken("t1", true), key: "dlv_2:0" });
  await say(links);
  const chunk = { type: "text", text: links } as const;
  const platform_id = discord.messages.at(-1)?.id ?? "";
  await app.port.edit?.({ to: source(), platform_id, chunk }, signal);
  const flags = discord.requests.flatMap(({ body }) => ("content" in body ? [Number(body.flags) & 4] : []));
  expect(flags).toEqual([4, 4, 4, 4, 4]);
});

test("in a group it is shown which message is answered, at the first text alone", async () => {
  const to = source({ is_group: true, message: "41" });
  await say("one", { to });
  await say("two", { to, key: "dlv_1:1" });
  expect(discord.messages.map((message) => message.message_reference?.message_id)).toEqual(["41", undefined]);
});

test("where the bot may not read what was written, its answer shows none of it, and stands there", async () => {
  discord.unread.add("900");
  expect(await say("one", { to: source({ is_group: true, message: "41" }) })).toMatchObject({
    status: "sent",
  });
  expect(discord.messages).toMatchObject([{ content: "one" }]);
  expect(discord.messages[0]?.message_reference).toBeUndefined();
});

test("a command is answered in its own message, what follows in the channel", async () => {
  discord.defer("t1");
  const to = byToken("t1");
  discord.faults.push({ fault: "status", status: 503 });
  expect(await say("one", { to })).toMatchObject({ status: "later" });
  expect(await say("one", { to })).toMatchObject({ status: "sent" });
  // As after a kill before the answer was noted.
  expect(await say("one", { to })).toMatchObject({ status: "sent" });
  expect(await say("two", { to, key: "dlv_1:1" })).toMatchObject({ status: "sent" });
  expect(shown()).toEqual([
    ["", "one"],
    ["900", "two"],
  ]);
});

test("where the bot is no member, the command's token carries the rest", async () => {
  discord.defer("t1");
  discord.hidden.add("900");
  await say("one", { to: byToken("t1") });
  expect(await say("two", { to: byToken("t1"), key: "dlv_1:1" })).toMatchObject({ status: "sent" });
  expect(discord.messages.map(({ token, content }) => [token, content])).toEqual([
    ["t1", "one"],
    ["t1", "two"],
  ]);
});

test("an answer that is there before Discord shows that somebody thinks waits for that", async () => {
  const saying = say("one", { to: byToken("t1", true) });
  while (discord.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  discord.defer("t1", 64);
  expect(await saying).toMatchObject({ status: "sent" });
  expect(discord.messages).toMatchObject([{ token: "t1", content: "one" }]);
});

test("after fifteen minutes, or when the token is refused, it is a message of the channel", async () => {
  discord.defer("t1");
  discord.expire("t1");
  now += 10_000;
  expect(await say("one", { to: byToken("t1") })).toMatchObject({ status: "sent" });
  discord.defer("t2");
  now += 15 * 60_000;
  expect(await say("two", { to: byToken("t2"), key: "dlv_2:0" })).toMatchObject({ status: "sent" });
  expect(shown()).toEqual([
    ["900", "one"],
    ["900", "two"],
  ]);
});

test("what is for one alone stays so: all of it, and too late it goes to them directly", async () => {
  discord.defer("t1", 64);
  await say("one", { to: byToken("t1", true) });
  await say("two", { to: byToken("t1", true), key: "dlv_1:1" });
  expect(discord.messages.map(({ flags }) => flags & 64)).toEqual([64, 64]);
  now += 15 * 60_000;
  await say("late", { to: byToken("t1", true), key: "dlv_2:0" });
  expect(shown().at(-1)).toEqual(["dm-77", "late"]);
});

test("a file goes with its name, and a question with buttons that Discord takes", async () => {
  const media = { type: "image" as const, file_id: "fil_1", media_type: "image/png" };
  expect(await say({ type: "media", media })).toMatchObject({ status: "sent" });
  expect(discord.messages[0]?.file).toEqual({ name: "cat.png", type: "image/png", size: 3 });
  const options = Array.from({ length: 30 }, (_, at) => ({
    label: `${at} ${"🙂".repeat(60)}`,
    value: `${at}`,
  }));
  const prompt = { call_id: "call_0123456789abcdefghjk", kind: "question" as const, options };
  expect(await say({ type: "text", text: "Which?", prompt }, { key: "dlv_2:0" })).toMatchObject({
    status: "sent",
  });
  expect(discord.messages[1]?.components).toHaveLength(5);
});

test("limits are kept: what would exceed them is not sent before its time", async () => {
  discord.faults.push({ fault: "limit", retry_after: 1.5 });
  expect(await say("one")).toMatchObject({ status: "later", retry_after_ms: 1_500 });
  expect(await say("one")).toMatchObject({ status: "later", retry_after_ms: 1_500 });
  expect(discord.requests).toHaveLength(1);
  expect(await say("one", { to: source({ thread: "901" }) })).toMatchObject({ status: "sent" });
  now += 1_500;
  discord.headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset-after": "2" };
  expect(await say("one", { key: "dlv_2:0" })).toMatchObject({ status: "sent" });
  expect(await say("two", { key: "dlv_3:0" })).toMatchObject({ status: "later", retry_after_ms: 2_000 });
  discord.faults.push({ fault: "limit", retry_after: 3, global: true });
  await say("x", { to: source({ thread: "902" }), key: "dlv_4:0" });
  expect(await say("x", { to: source({ thread: "903" }) })).toMatchObject({
    status: "later",
    retry_after_ms: 3_000,
  });
});

test.each([
  [{ fault: "status", status: 401 }, "failed", "DISCORD_BOT_TOKEN"],
  [{ fault: "status", status: 403, code: 50_001 }, "failed", "View Channel"],
  [{ fault: "status", status: 403, code: 50_007 }, "failed", "direct messages"],
  [{ fault: "status", status: 500 }, "later", "500"],
  [{ fault: "status", status: 504 }, "unknown", "504"],
  [{ fault: "cut" }, "unknown", "broke"],
] as const)("%o is said in plain words", async (fault, status, words) => {
  discord.faults.push(fault);
  expect(await say("one")).toMatchObject({ status, reason: expect.stringContaining(words) });
});

test("a message is edited, reacted to, and typing is shown", async () => {
  await say("one");
  const chunk = { type: "text" as const, text: "**two**" };
  const { edit, react, typing } = app.port;
  const done = { status: "sent", platform_id: "1000" };
  expect(await edit?.({ to: source(), platform_id: "1000", chunk }, signal)).toEqual(done);
  expect(shown()).toEqual([["900", "**two**"]]);
  expect(await react?.({ to: source({ message: "1000" }), emoji: "👍" }, signal)).toMatchObject({
    status: "sent",
  });
  await typing?.(source(), signal);
  expect(discord.requests.slice(-2).map(({ path }) => path)).toEqual([
    "/channels/900/messages/1000/reactions/%F0%9F%91%8D/@me",
    "/channels/900/typing",
  ]);
});

test("a file is fetched from Discord alone", async () => {
  const remote = { type: "file" as const, name: "x", media_type: "text/plain" };
  for (const ref of [
    "https://evil.test/a",
    "http://cdn.discordapp.com/a",
    "file:///etc/passwd",
    "https://cdn.discordapp.com:8443/a",
  ])
    expect(await app.port.download?.({ ...remote, ref }, signal)).toMatchObject({ status: "failed" });
});

test("it is set up with its commands; an address that nobody reaches is told with what to do", async () => {
  const commands = [{ name: "help", description: "List all commands" }];
  discord.app.verify_key = app.public_key;
  const url = "https://nightjar.test/webhooks/discord";
  expect(await app.port.connect?.({ url, commands }, signal)).toMatchObject({
    status: "ok",
    name: "Nightjar",
    webhook: url,
    open_url: expect.stringContaining(`client_id=${discord.app.id}`),
  });
  const registered = discord.requests.find(({ method }) => method === "PUT")?.body.list as object[];
  expect(registered).toMatchObject([
    { name: "ask", description_localizations: { fr: "Demander quelque chose à l’agent" } },
    { name: "help", description_localizations: { de: "Alle Befehle zeigen" } },
    { name: "Ask about this message", name_localizations: { de: "Zu dieser Nachricht fragen" } },
  ]);
  const local = await app.port.connect?.({ url: "http://localhost:1", commands }, signal);
  expect(local).toMatchObject({
    status: "broken",
    problem: expect.stringContaining("Interactions Endpoint URL"),
  });
  discord.app.verify_key = "00";
  expect(await app.port.health?.(signal)).toMatchObject({
    problem: expect.stringContaining("DISCORD_PUBLIC_KEY"),
  });
});

const PIECES = [
  "# Heading",
  "#### Deep",
  "- a\n- b\n  - c",
  "1. one\n2. two",
  "> quoted",
  "**bold _both_**",
  "`a || b`",
  "a || b",
  "||spoiler||",
  "[words](https://example.org/a?b=c)",
  "![](https://example.org/i.png)",
  "👩‍👩‍👧‍👦🇨🇭",
  "שלום עולם",
  "@everyone",
  "| a | b |\n|---|---|\n| 1 | 2 |",
  "```ts\nconst a = 1;\n```",
  "~~~\ntext ``` x\n~~~",
  "<@!123>",
  "---",
  "``",
  "x ".repeat(900),
];

test("random answers, cut and rendered, are all taken by Discord", { timeout: 60_000 }, () => {
  let seed = 7;
  const random = (most: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed >>> 8) % most;
  };
  const { limits, render } = app.port;
  const measure = { limit: limits.text_length, length: (text: string) => render(text).length };
  for (let round = 0; round < ROUNDS; round++) {
    const pieces = Array.from({ length: 1 + random(12) }, () => PIECES[random(PIECES.length)] ?? "");
    const words = pieces.map((piece, at) => `${piece}\n\nmark${at}`).join("\n\n");
    const chunks = splitText(words, measure).map(render);
    const problems = chunks.map((content) =>
      problemOfMessage({ content, allowed_mentions: { parse: [] }, flags: 4 }, false),
    );
    expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
    const marks = chunks.join("\n").match(/mark\d+/g);
    expect(marks).toEqual(pieces.map((_, at) => `mark${at}`));
    for (const content of chunks) expect((content.match(/^```/gm) ?? []).length % 2).toBe(0);
  }
});
