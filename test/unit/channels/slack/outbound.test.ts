import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ChannelPort, Chunk, DeliveryResult } from "../../../../src/channels/channel.ts";
import { slackChannel } from "../../../../src/channels/slack/port.ts";
import { trustId } from "../../../../src/domain/ids.ts";
import type { Source } from "../../../../src/domain/inbound.ts";
import { BOT, type SlackServer, startSlack } from "../../../support/slack/server.ts";

const CALL = "call_0123456789abcdefghjkmnpqrs";
const FILE = { name: "chart.png", media_type: "image/png", bytes: new Uint8Array([1, 2, 3]) };
const files = { read: async (_owner: string, id: string) => (id === "file_1" ? FILE : undefined) };
let slack: SlackServer;
let port: ChannelPort;
beforeEach(async () => {
  slack = await startSlack();
  const app = {
    token: BOT.token,
    secret: BOT.secret,
    base: `${slack.url}/api`,
    account: "",
    app_token: undefined,
    streaming: "on" as const,
  };
  port = slackChannel(app, { files });
});
afterEach(() => slack.close());

const to: Source = { channel: "slack", sender: "U0MONA", thread: "C0TEAM:1.000001", message: "1.000002" };
const never = new AbortController().signal;

function send(chunk: Chunk, place: Source = to, signal = never, key = "k"): Promise<DeliveryResult> {
  const from = { conversation_id: trustId<"cnv">("cnv_1"), owner: "mona" };
  return port.deliver({ chunk, from, to: place, key }, signal);
}
const say = (text: string, place?: Source) => send({ type: "text", text }, place);

test("an answer goes into its thread, in Slack's own marks, and calls nobody", async () => {
  const sent = await say("**Bold** & [a link](https://a.example/?a=1&b=2) <!channel>");
  expect(sent).toEqual({ status: "sent", platform_id: "1700000000.000001" });
  expect(slack.messages).toMatchObject([
    {
      channel: "C0TEAM",
      thread_ts: "1.000001",
      text: "*Bold* &amp; <https://a.example/?a=1&amp;b=2|a link> &lt;!channel&gt;",
    },
  ]);
});

test("a question has buttons, and an answer that is too long for one has none", async () => {
  const options = Array.from({ length: 30 }, (_none, at) => ({
    label: `Answer 🎈 ${"x".repeat(at * 5)}`,
    value: `${at}`,
  }));
  const prompt = { call_id: CALL, kind: "question" as const, options };
  expect(await send({ type: "text", text: "Which?", prompt })).toMatchObject({ status: "sent" });
  const [message] = slack.messages;
  expect(message?.blocks.map(({ type }) => type)).toEqual(["section", "actions", "actions"]);
  expect(message?.blocks[1]?.elements?.[0]?.value).toBe(JSON.stringify(["question", CALL, to.thread, "0"]));
  const long = { ...prompt, options: [{ label: "Long", value: "x".repeat(2_000) }] };
  expect(await send({ type: "text", text: "Which?", prompt: long })).toMatchObject({ status: "sent" });
  expect(slack.messages[1]?.blocks).toEqual([]);
});

test("a message is edited, and its buttons go with it", async () => {
  const prompt = { call_id: CALL, kind: "question" as const, options: [{ label: "Yes", value: "yes" }] };
  const sent = await send({ type: "text", text: "Which?", prompt });
  const platform_id = sent.status === "sent" ? String(sent.platform_id) : "";
  expect(await port.edit?.({ to, platform_id, chunk: { type: "text", text: "_Done_" } }, never)).toEqual(
    sent,
  );
  expect(slack.messages).toMatchObject([{ text: "_Done_", blocks: [] }]);
  const gone = await port.edit?.({ to, platform_id: "9.9", chunk: { type: "text", text: "x" } }, never);
  expect(gone).toEqual({ status: "failed", reason: "That message no longer exists." });
});

test("where the bot is no member a command is answered by its own address, and that of nobody else", async () => {
  slack.closed.add("C0TEAM");
  const reason = "The bot isn't in this channel. Type `/invite` and its name there.";
  expect(await say("Hi")).toEqual({ status: "failed", reason });
  expect(await say("Hi", { ...to, reply_token: `${slack.url}/response/1` })).toEqual({
    status: "sent",
    platform_id: null,
  });
  expect(JSON.parse(slack.responses[0] ?? "")).toEqual({ response_type: "in_channel", text: "Hi" });
  for (const evil of ["https://evil.example/x", "http://slack.com/x", "https://slack.com.evil.example/", "x"])
    expect(await say("Hi", { ...to, reply_token: evil })).toMatchObject({ status: "failed" });
});

test("why a press was refused is told to them alone, at the press's own address and at no other", async () => {
  const at = { ...to, reply_token: `${slack.url}/response/1` };
  expect(await port.whisper?.(at, "Not yours.", never)).toMatchObject({ status: "sent" });
  expect(slack.responses.map((body) => JSON.parse(body))).toEqual([
    { response_type: "ephemeral", replace_original: false, text: "Not yours." },
  ]);
  for (const reply_token of [undefined, "https://evil.example/response/1"])
    expect(await port.whisper?.({ ...to, ...(reply_token && { reply_token }) }, "No.", never)).toMatchObject({
      status: "failed",
    });
});

test("a file is uploaded and shown in the thread", async () => {
  const media = { type: "image" as const, file_id: "file_1", media_type: "image/png" };
  expect(await send({ type: "media", media })).toEqual({ status: "sent", platform_id: null });
  expect([...slack.files.values()]).toMatchObject([{ name: "chart.png", shared: "C0TEAM:1.000001" }]);
  expect([...slack.files.values()][0]?.bytes).toEqual(Buffer.from([1, 2, 3]));
  expect(await send({ type: "media", media: { ...media, file_id: "x" } })).toMatchObject({
    status: "failed",
  });
  slack.faults.push({ fault: "none" }, { fault: "cut" });
  expect(await send({ type: "media", media })).toMatchObject({ status: "later" });
});

test.each<[string, Parameters<SlackServer["faults"]["push"]>[0], object]>([
  ["a limit says how long", { fault: "limit", seconds: 7 }, { status: "later", retry_after_ms: 7_000 }],
  ["what is out of service takes it later", { fault: "error", status: 503 }, { status: "later" }],
  ["a page of a proxy leaves it open", { fault: "error", status: 500 }, { status: "unknown" }],
  ["a connection that broke leaves it open", { fault: "cut" }, { status: "unknown" }],
  ["an answer that was lost leaves it open", { fault: "drop" }, { status: "unknown" }],
])("%s", async (_what, fault, outcome) => {
  slack.faults.push(fault);
  expect(await say("Hi")).toMatchObject(outcome);
});

test("whoever stops waiting does not know", async () => {
  slack.faults.push({ fault: "hold" });
  const stop = new AbortController();
  const sending = send({ type: "text", text: "Hi" }, to, stop.signal);
  await slack.arrived(1);
  stop.abort();
  expect(await sending).toMatchObject({ status: "unknown" });
});

describe("a message that may have arrived", () => {
  const direct: Source = { channel: "slack", sender: "U0MONA", thread: "D0MONA" };
  const seek = (place: Source, key: string) =>
    port.find?.({ to: place, key, since: 1_700_000_000_000 }, never);

  test.each([
    ["in a direct message", direct],
    ["in a thread", to],
  ])("%s is found, or surely missing", async (_where, place) => {
    slack.faults.push({ fault: "drop" });
    expect(await send({ type: "text", text: "One" }, place, never, "k1")).toMatchObject({
      status: "unknown",
    });
    const there = { status: "there", platform_id: "1700000000.000001" };
    expect(await seek(place, "k1")).toEqual(there);
    await port.edit?.(
      { to: place, platform_id: "1700000000.000001", chunk: { type: "text", text: "Two" } },
      never,
    );
    expect(await seek(place, "k1")).toEqual(there);
    expect(await seek(place, "k2")).toEqual({ status: "missing" });
    expect(slack.requests.at(-1)?.body.toString()).toContain("oldest=1699999940");
  });

  test("stays in doubt where Slack does not show it all", async () => {
    await send({ type: "text", text: "One" }, direct, never, "k1");
    slack.isForgetful = true;
    expect(await seek(direct, "k2")).toEqual({ status: "unknown" });
    slack.isForgetful = false;
    for (let n = 0; n < 100; n++) await send({ type: "text", text: "Two" }, direct, never, `n${n}`);
    expect(await seek(direct, "k1")).toEqual({ status: "unknown" });
    slack.closed.add("D0MONA");
    expect(await seek(direct, "k1")).toEqual({ status: "unknown" });
  });

  test("is asked for later when Slack does not answer", async () => {
    slack.faults.push({ fault: "limit", seconds: 7 }, { fault: "cut" });
    expect(await seek(direct, "k")).toMatchObject({ status: "later", retry_after_ms: 7_000 });
    expect(await seek(direct, "k")).toMatchObject({ status: "later" });
  });
});

test("a reaction has Slack's name, and the same one again changes nothing", async () => {
  const sent = { status: "sent", platform_id: null };
  expect(await port.react?.({ to, emoji: "❤️" }, never)).toEqual(sent);
  expect(await port.react?.({ to, emoji: "❤" }, never)).toEqual(sent);
  expect(slack.reactions).toEqual(["C0TEAM:1.000002 heart"]);
  expect(await port.react?.({ to, emoji: "🦞" }, never)).toMatchObject({ status: "failed" });
});

test("that somebody writes is shown in threads, where Slack can", async () => {
  await port.typing?.(to, never);
  await port.typing?.({ ...to, thread: "D0MONA" }, never);
  expect(slack.statuses).toEqual(["C0TEAM:1.000001 is writing…"]);
});

test("a file of somebody's comes as a stream; one that is gone or kept elsewhere does not", async () => {
  slack.files.set("F0MINE", {
    name: "a.txt",
    bytes: Buffer.from("hello"),
    mimetype: "text/plain",
    shared: null,
  });
  const file = { ref: "F0MINE", type: "file" as const, name: "x", media_type: "text/html" };
  const got = await port.download?.(file, never);
  expect(got).toMatchObject({ status: "ready", name: "a.txt", media_type: "text/plain" });
  expect(got?.status === "ready" && (await new Response(got.body).text())).toBe("hello");
  expect(await port.download?.({ ...file, ref: "F0GONE" }, never)).toMatchObject({ status: "failed" });
  slack.faults.push({ fault: "none" }, { fault: "limit", seconds: 3 });
  expect(await port.download?.(file, never)).toMatchObject({ status: "later", retry_after_ms: 3_000 });
});

test("its health names the bot, or says what to do", async () => {
  expect(await port.health?.(never)).toEqual({
    status: "ok",
    name: "@nightjar in Acme",
    webhook: null,
    open_url: "https://app.slack.com/client/T0ACME/U0NIGHTJAR",
  });
  slack.scopes = "chat:write,app_mentions:read";
  expect(await port.health?.(never)).toMatchObject({ problem: expect.stringContaining("im:history") });
  const app = {
    token: "xoxb-old",
    secret: BOT.secret,
    base: `${slack.url}/api`,
    account: "",
    app_token: undefined,
    streaming: "on" as const,
  };
  const old = await slackChannel(app, { files }).health?.(never);
  expect(old).toMatchObject({ status: "broken", problem: expect.stringContaining("SLACK_BOT_TOKEN") });
});
