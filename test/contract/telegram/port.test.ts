/** The channel's port against a Bot API that checks what it gets as Telegram does. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ChannelPort, Chunk, DeliveryResult, Outgoing } from "../../../src/channels/channel.ts";
import type { OutgoingFile } from "../../../src/channels/kind.ts";
import { telegramChannel } from "../../../src/channels/telegram/port.ts";
import { trustId } from "../../../src/domain/ids.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import { startTelegram, type TelegramServer, WIRE_BOT } from "../../support/telegram/server.ts";
import { TelegramWire } from "../../support/telegram/wire.ts";
import { NO_HOUSE } from "../channels/channels.ts";

const never = new AbortController().signal;
const GROUP: Source = {
  channel: "telegram",
  sender: "501",
  thread: "-100200:9",
  message: "71",
  is_group: true,
};
const DIRECT: Source = { channel: "telegram", sender: "501", thread: "501", message: "71" };
const from = { conversation_id: trustId<"cnv">("cnv_1"), owner: "psn_1" };

let server: TelegramServer;
let wire: TelegramWire;
let port: ChannelPort;
let stored: Map<string, OutgoingFile>;

beforeAll(async () => {
  server = await startTelegram();
});
afterAll(() => server.close());

beforeEach(async () => {
  await server.close();
  server = await startTelegram();
  wire = new TelegramWire(server.url);
  stored = new Map();
  const { id, token } = WIRE_BOT;
  const bot = {
    id: String(id),
    token,
    secret: "s3cret",
    base: server.url,
    account: "",
    streaming: "on" as const,
  };
  port = telegramChannel(bot, {
    files: { read: (_owner, file) => Promise.resolve(stored.get(file)) },
    marks: NO_HOUSE.marks,
  });
});

function send(chunk: Chunk, to: Source = DIRECT): Promise<DeliveryResult> {
  const outgoing: Outgoing = { chunk, from, to, key: "dlv_1:0" };
  return port.deliver(outgoing, never);
}

const say = (text: string, to?: Source) => send({ type: "text", text }, to);
const file = (name: string, media_type: string, content = "bytes") => {
  stored.set(name, { name, media_type, bytes: new TextEncoder().encode(content) });
  return send({ type: "media", media: { type: "file", file_id: name, media_type } });
};

describe("a text", () => {
  test("goes to its chat with its looks; in a group to its topic, as a reply", async () => {
    expect(await say("a **b**")).toEqual({ status: "sent", platform_id: "1000" });
    expect(await say("there", GROUP)).toEqual({ status: "sent", platform_id: "1001" });
    const { messages, calls } = await wire.view();
    expect(messages).toMatchObject([
      { chat_id: 501, text: "a b", entities: [{ type: "bold", offset: 2, length: 1 }] },
      { chat_id: -100_200, topic: 9, reply_to: 71, text: "there" },
    ]);
    expect(calls[0]?.fields["link_preview_options"]).toEqual({ is_disabled: true });
    expect(messages[0]).not.toHaveProperty("reply_to");
  });

  test("carries buttons of at most 64 bytes; a call with a longer id is answered in words", async () => {
    const options = [
      { label: "Allow once", value: "allow_once" },
      { label: "Deny", value: "deny" },
    ];
    const ask = (call_id: string) =>
      send({ type: "text", text: "May I?", prompt: { call_id, kind: "approval", options } });
    await ask("toolu_01");
    expect(await ask("x".repeat(70))).toMatchObject({ status: "sent" });
    const { messages } = await wire.view();
    expect(messages.map(({ keyboard }) => keyboard?.inline_keyboard)).toEqual([
      [
        [{ text: "Allow once", callback_data: "do:toolu_01" }],
        [{ text: "Deny", callback_data: "dd:toolu_01" }],
      ],
      undefined,
    ]);
  });

  test("goes without its looks when Telegram cannot make them out", async () => {
    const description = "Bad Request: can't parse entities: unsupported";
    await wire.faults({ fault: "refuse", code: 400, description });
    expect(await say("**b**")).toMatchObject({ status: "sent" });
    expect((await wire.view()).messages).toMatchObject([{ text: "b", entities: [] }]);
  });

  test("follows a group that became a supergroup", async () => {
    const description = "Bad Request: group chat was upgraded to a supergroup chat";
    await wire.faults({ fault: "refuse", code: 400, description, moved_to: -100_777 });
    expect(await say("still here", { ...GROUP, thread: "-55" })).toMatchObject({ status: "sent" });
    expect((await wire.view()).messages).toMatchObject([{ chat_id: -100_777, text: "still here" }]);
  });

  test("to what is no chat fails before anybody is asked", async () => {
    expect(await say("x", { ...DIRECT, thread: "../../getMe" })).toMatchObject({ status: "failed" });
    expect((await wire.view()).calls).toEqual([]);
  });
});

describe("what comes of it", () => {
  test("a limit is for later, and when", async () => {
    await wire.faults({ fault: "limit", retry_after: 7 });
    expect(await say("x")).toMatchObject({ status: "later", retry_after_ms: 7_000 });
  });

  test("Telegram's own problem is for later; what a proxy says, a cut line and a time-out leave it open", async () => {
    await wire.faults({ fault: "error" }, { fault: "gateway" }, { fault: "cut" }, { fault: "drop" });
    const statuses = [await say("1"), await say("2"), await say("3"), await say("4")].map(
      ({ status }) => status,
    );
    expect(statuses).toEqual(["later", "unknown", "unknown", "unknown"]);
    expect((await wire.view()).messages.map(({ text }) => text)).toEqual(["4"]);
  });

  test("an aborted call is unknown", async () => {
    await wire.faults({ fault: "hold" });
    const abort = new AbortController();
    const sending = port.deliver(
      { chunk: { type: "text", text: "x" }, from, to: DIRECT, key: "k" },
      abort.signal,
    );
    await wire.view({ calls: 1 });
    abort.abort();
    expect(await sending).toMatchObject({ status: "unknown" });
  });

  test("a topic that is gone falls back to its chat", async () => {
    await wire.faults({ fault: "refuse", code: 400, description: "Bad Request: message thread not found" });
    expect(await say("still", GROUP)).toMatchObject({ status: "sent" });
    const { messages, calls } = await wire.view();
    expect(calls.map(({ fields }) => fields["message_thread_id"])).toEqual([9, undefined]);
    expect(messages).toMatchObject([{ chat_id: -100_200, text: "still" }]);
  });

  test.each([
    [403, "Forbidden: bot was blocked by the user", /blocked the bot/],
    [403, "Forbidden: bot was kicked from the supergroup chat", /Add it again/],
    [400, "Bad Request: chat not found", /can't find this chat/],
    [400, "Bad Request: message thread not found", /topic no longer exists/],
    [400, "Bad Request: not enough rights to send text messages to the chat", /permissions/],
    [401, "Unauthorized", /TELEGRAM_BOT_TOKEN/],
    [400, "Bad Request: SOMETHING_NEW", /SOMETHING_NEW/],
  ])("%i %s is told in words that help", async (code, description, words) => {
    await wire.faults({ fault: "refuse", code, description });
    expect(await say("x")).toMatchObject({ status: "failed", reason: expect.stringMatching(words) });
  });

  test("no reason holds the bot's token", async () => {
    await server.close();
    const told = [
      await say("x"),
      await port.health?.(never),
      await port.download?.({ ref: "f", type: "file", name: "f", media_type: "a/b" }, never),
    ];
    expect(JSON.stringify(told)).not.toContain("wire-token");
    server = await startTelegram();
  });
});

describe("a file", () => {
  test("goes the way that suits it", async () => {
    await file("a.png", "image/png", "pixels");
    await file("a.gif", "image/gif");
    await file("a.ogg", "audio/ogg");
    await file("a.mp3", "audio/mpeg");
    await file("a.pdf", "application/pdf");
    const { messages } = await wire.view();
    expect(messages.map(({ file: sent }) => [sent?.way, sent?.name, sent?.media_type])).toEqual([
      ["photo", "a.png", "image/png"],
      ["animation", "a.gif", "image/gif"],
      ["voice", "a.ogg", "audio/ogg"],
      ["audio", "a.mp3", "audio/mpeg"],
      ["document", "a.pdf", "application/pdf"],
    ]);
    expect(messages[0]?.file?.content).toBe("pixels");
  });

  test("that is no picture to Telegram goes as a document", async () => {
    await wire.faults({ fault: "refuse", code: 400, description: "Bad Request: PHOTO_INVALID_DIMENSIONS" });
    expect(await file("long.png", "image/png")).toMatchObject({ status: "sent" });
    expect((await wire.view()).messages).toMatchObject([{ file: { way: "document" } }]);
  });

  test("that is gone, or larger than bots may send, says so", async () => {
    const gone = await send({ type: "media", media: { type: "file", file_id: "no", media_type: "a/b" } });
    expect(gone).toEqual({ status: "failed", reason: "The file no longer exists." });
    stored.set("big", { name: "big", media_type: "a/b", bytes: new Uint8Array(51 * 1024 * 1024) });
    const big = await send({ type: "media", media: { type: "file", file_id: "big", media_type: "a/b" } });
    expect(big).toMatchObject({ status: "failed", reason: expect.stringContaining("50 MB") });
  });
});

describe("a message that was sent", () => {
  const change = (text: string, platform_id = "1000") =>
    port.edit?.({ to: DIRECT, platform_id, chunk: { type: "text", text } }, never);

  test("reads differently, loses its buttons, and the same again is as well", async () => {
    const options = [{ label: "Red", value: "Red" }];
    await send({ type: "text", text: "Which?", prompt: { call_id: "c", kind: "question", options } });
    expect(await change("Which? **Red**")).toEqual({ status: "sent", platform_id: "1000" });
    expect(await change("Which? **Red**")).toEqual({ status: "sent", platform_id: "1000" });
    const { messages } = await wire.view();
    expect(messages).toMatchObject([{ text: "Which? Red", edits: ["Which?"] }]);
    expect(messages[0]).not.toHaveProperty("keyboard");
  });

  test("that does not exist any more cannot be changed", async () => {
    expect(await change("x", "77")).toMatchObject({
      status: "failed",
      reason: expect.stringMatching(/exist/),
    });
    expect(await change("x", "no number")).toMatchObject({ status: "failed" });
  });

  test("takes the reactions that there are", async () => {
    await say("hi");
    const to = { ...DIRECT, message: "1000" };
    const react = (emoji: string) => port.react?.({ to, emoji }, never);
    expect([await react("❤️"), await react("👍")]).toMatchObject([{ status: "sent" }, { status: "sent" }]);
    expect(await react("🧀")).toMatchObject({
      status: "failed",
      reason: expect.stringContaining("no reaction 🧀"),
    });
    expect((await wire.view()).messages[0]?.reactions).toEqual(["❤", "👍"]);
  });
});

test("typing is shown in its topic", async () => {
  await port.typing?.(GROUP, never);
  expect((await wire.view()).calls).toEqual([
    { method: "sendChatAction", fields: { chat_id: -100_200, message_thread_id: 9, action: "typing" } },
  ]);
});

describe("a file that somebody sent", () => {
  const remote = { ref: "f1", type: "file", name: "a", media_type: "text/plain" } as const;

  test("is streamed from where Telegram keeps it", async () => {
    await wire.keep({ file_id: "f1", content: "what is in it" });
    const got = await port.download?.(remote, never);
    if (got?.status !== "ready") throw new Error(JSON.stringify(got));
    expect(await new Response(got.body).text()).toBe("what is in it");
  });

  test("is refused in plain words when it is over 20 MB, whoever says so", async () => {
    await wire.keep({ file_id: "f1", content: "x", size: 21 * 1024 * 1024 });
    const told = { status: "failed", reason: expect.stringContaining("20 MB") };
    expect(await port.download?.(remote, never)).toMatchObject(told);
    expect(await port.download?.({ ...remote, size: 30_000_000 }, never)).toMatchObject(told);
  });

  test("is for later when Telegram is busy, and lost when it has it no more", async () => {
    await wire.faults({ method: "getFile", fault: "limit", retry_after: 3 });
    expect(await port.download?.(remote, never)).toMatchObject({ status: "later", retry_after_ms: 3_000 });
    expect(await port.download?.(remote, never)).toMatchObject({ status: "failed" });
  });
});

describe("the bot", () => {
  const commands = [
    { name: "help", description: "List all commands" },
    { name: "Not-Possible", description: "x" },
  ];

  test("is connected: its webhook, its secret, what it hears of, its commands", async () => {
    const url = "https://n.example/webhooks/telegram";
    expect(await port.connect?.({ url, commands }, never)).toEqual({
      status: "ok",
      name: "@wire_bot",
      webhook: url,
      open_url: "https://t.me/wire_bot?start=CODE",
    });
    expect(await wire.view()).toMatchObject({
      webhook: {
        url,
        secret_token: "s3cret",
        allowed_updates: [
          ...["message", "edited_message", "channel_post", "callback_query"],
          ...["message_reaction", "my_chat_member"],
        ],
      },
      commands: {
        "": [{ command: "help", description: "List all commands" }],
        de: [{ command: "help", description: "Alle Befehle zeigen" }],
        fr: [{ command: "help", description: "Lister toutes les commandes" }],
      },
    });
  });

  test("is told that its address must be https", async () => {
    const told = await port.connect?.({ url: "http://n.example/webhooks/telegram", commands }, never);
    expect(told).toMatchObject({
      status: "broken",
      problem: expect.stringContaining("public https address"),
    });
  });

  test("that nobody has connected yet has no webhook; one with a wrong token is told which setting it is", async () => {
    expect(await port.health?.(never)).toMatchObject({ status: "ok", name: "@wire_bot", webhook: "" });
    const base = server.url;
    const stranger = telegramChannel(
      { id: "1", token: "1:no", secret: "s", base, account: "", streaming: "on" },
      NO_HOUSE,
    );
    expect(await stranger.health?.(never)).toMatchObject({
      status: "broken",
      problem: expect.stringContaining("TELEGRAM_BOT_TOKEN"),
    });
  });

  test("whose address does not answer Telegram says what Telegram says", async () => {
    await wire.missed({
      url: "https://n.example/w",
      pending_update_count: 3,
      last_error_message: "Connection timed out",
    });
    expect(await port.health?.(never)).toMatchObject({
      status: "broken",
      problem: expect.stringMatching(
        /can't reach https:\/\/n\.example\/w: Connection timed out\. 3 messages wait/,
      ),
    });
  });
});

test("asks for its name once, and knows by it which mention is its own", async () => {
  const asked = async (text: string) => {
    const entities = [{ type: "mention", offset: 0, length: text.indexOf(" ") }];
    const message = {
      message_id: 1,
      chat: { id: -5, type: "group" },
      from: { id: 501, first_name: "M" },
      text,
      entities,
    };
    const body = new TextEncoder().encode(JSON.stringify({ update_id: 1, message }));
    return port.parse({ method: "POST", url: "https://n.example/", headers: new Headers(), body });
  };
  expect(await asked("@Wire_Bot hi")).toMatchObject({
    inbounds: [{ is_addressed: true, parts: [{ text: "hi" }] }],
  });
  expect(
    (await asked("@other_bot hi")).status === "inbound" && (await asked("@other_bot hi")),
  ).not.toMatchObject({
    inbounds: [{ is_addressed: true }],
  });
  expect((await wire.view()).calls).toEqual([{ method: "getMe", fields: {} }]);
});
