/** Telegram, whole: its webhook over HTTP, turns, and what arrives at the Bot API, with an instance that is killed on the way. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Nightjar, startNightjar } from "../support/process/nightjar.ts";
import { ScriptedModel } from "../support/process/scripted-model.ts";
import { until } from "../support/process/until.ts";
import { startTelegram, type TelegramServer, WIRE_BOT } from "../support/telegram/server.ts";
import { DIRECT, GROUP, MONA, message, press, update } from "../support/telegram/updates.ts";
import { TelegramWire } from "../support/telegram/wire.ts";

let model: ScriptedModel;
let platform: TelegramServer;
let wire: TelegramWire;
let nightjar: Nightjar;

beforeEach(async () => {
  model = await ScriptedModel.start();
  platform = await startTelegram();
  wire = new TelegramWire(platform.url);
  nightjar = await startNightjar({
    vars: {
      ...model.vars,
      TELEGRAM_BOT_TOKEN: WIRE_BOT.token,
      TELEGRAM_WEBHOOK_SECRET: "a-webhook-secret",
      TELEGRAM_API_BASE: platform.url,
    },
    launcher: "runtime",
  });
  await nightjar.request("PATCH", "/agents/nightjar", { tools: { calculate: "ask" } });
  await nightjar.request("POST", "/channels/telegram/connect", { url: `${nightjar.url}/webhooks/telegram` });
  await letIn();
});
afterEach(async () => {
  await nightjar?.dispose();
  model?.close();
  await platform?.close();
});

/** Mona's account is linked with the first admin, by the code that she was given. */
async function letIn(): Promise<void> {
  await nightjar.request("PATCH", "/channels/telegram", { policy: "pairing" });
  await wire.deliver(said(1, "Hello?"));
  await wire.view({ count: 1 });
  const { items } = await nightjar.request<{ items: { id: string }[] }>("GET", "/pairings");
  await nightjar.request("POST", `/pairings/${items[0]?.id}/approve`, { person_id: "admin" });
  await wire.view({ count: 2 });
  await until(lastHeard, (at) => at !== null);
}

async function lastHeard(): Promise<string | null> {
  const { items } = await nightjar.request<{ items: { channel: string; last_inbound_at: string | null }[] }>(
    "GET",
    "/channels",
  );
  return items.find(({ channel }) => channel === "telegram")?.last_inbound_at ?? null;
}

const said = (message_id: number, text: string) => update({ message: message({ message_id, text }) });

/** Once so many messages stand in the chat, the last of them. */
async function arrived(count: number) {
  const { messages } = await wire.view({ count });
  const last = messages.at(-1);
  if (!last) throw new Error("nothing arrived");
  return { texts: messages.map(({ text }) => text), last };
}

it("answers, asks with buttons, waits for a yes, and loses nothing to a limit, a second copy or a power cut", async () => {
  model.script(
    (reply) => reply.text("Hello **Mona**."),
    (reply) => reply.tool("ask_user", { question: "Which colour?", options: ["Red", "Blue"] }),
    (reply) => reply.text("Blue it is. Now the sum."),
    (reply) => reply.tool("calculate", { expression: "6*7" }),
    (reply) => reply.text("It is 42."),
    async (reply) => {
      reply.text("Still");
      await wire.view({ count: 8 });
      reply.text(" h");
      return reply.forever();
    },
    (reply) => reply.text("Still here."),
  );
  const hello = said(2, "Hi");
  await wire.faults({ fault: "limit", retry_after: 1 });
  expect(await Promise.all([wire.deliver(hello), wire.deliver(hello)])).toMatchObject([
    { status: 200 },
    { status: 200 },
  ]);
  const greeting = await arrived(3);
  expect(greeting.last).toMatchObject({
    chat_id: DIRECT.id,
    text: "Hello Mona.",
    entities: [{ type: "bold" }],
  });

  await wire.deliver(said(3, "Paint it"));
  const asked = (await arrived(4)).last;
  const colours = asked.keyboard?.inline_keyboard.flat() ?? [];
  expect(colours.map(({ text }) => text)).toEqual(["Red", "Blue"]);
  await wire.deliver(update(press(colours[1]?.callback_data ?? "", { ...asked, chat: DIRECT })));
  expect((await arrived(5)).last.text).toBe("Blue it is. Now the sum.");

  await wire.deliver(said(4, "The sum"));
  const wanted = (await arrived(6)).last;
  const allow = wanted.keyboard?.inline_keyboard.flat().find(({ text }) => text === "Allow once");
  await wire.deliver(update(press(allow?.callback_data ?? "", { ...wanted, chat: DIRECT })));
  expect((await arrived(7)).last.text).toBe("It is 42.");

  await wire.deliver(said(5, "Are you there?"));
  // What is written so far is there already; after the power cut the same message goes on. Only once it was edited is it sure
  // that the instance had been told which message it is.
  await until(
    () => arrived(8),
    ({ last }) => last.text === "Still h",
  );
  await nightjar.kill9();
  await wire.faults({ method: "editMessageText", fault: "limit", retry_after: 1 });
  await nightjar.start();
  await until(
    () => arrived(8),
    ({ last }) => last.text === "Still here.",
  );
  const { messages } = await wire.view();
  expect(messages).toHaveLength(8);
  expect(messages[3]).toMatchObject({ text: expect.stringMatching(/Answered by \w+: Blue$/) });
  expect(messages[5]).toMatchObject({ text: expect.stringMatching(/Allowed by \w+\.$/) });
  expect([messages[3]?.keyboard, messages[5]?.keyboard]).toEqual([undefined, undefined]);
});

it("tells how far a piece of research is in one message, and the report behind it", async () => {
  await wire.deliver(said(2, "Hi"));
  await arrived(3);
  await wire.deliver(said(3, "/model offline/nightjar"));
  await arrived(4);
  await wire.deliver(said(4, "research what nightjars eat"));
  const texts = await until(standing, (all) => all.some((text) => text.startsWith("The research is done")));
  const [, done = ""] = /^The research is done([\s\S]*)$/m.exec(texts.join("\n")) ?? [];
  expect(done).toMatch(/✓ what nightjars eat[\s\S]*Sources: [1-9]/);
  const report = await until(standing, (all) => all.some((text) => text.includes("eat flying insects")));
  expect(report.filter((text) => /I look it up|The research is done/.test(text))).toHaveLength(1);
});

it("is heard as well by whoever wants that: a voice message behind the text, of which nothing stays", async () => {
  await nightjar.request("PUT", "/preferences", { voice_replies: true });
  model.script((reply) => reply.text("Hello **Mona**."));
  await wire.deliver(said(2, "Hi"));
  const { messages } = await wire.view({ count: 4 });
  expect(messages[2]).toMatchObject({ text: "Hello Mona." });
  expect(messages[3]?.file).toMatchObject({ way: "voice", media_type: "audio/ogg" });
  // What speaks here says what it was asked to say.
  expect(JSON.parse(messages[3]?.file?.content ?? "")).toMatchObject({
    input: "Hello Mona.",
    response_format: "opus",
  });
  await until(
    () => nightjar.request<{ items: unknown[] }>("GET", "/files"),
    ({ items }) => items.length === 0,
  );
});

it("plays a recording that a server makes as WAV as a voice message too", async () => {
  await nightjar.request("PUT", "/preferences", { voice_replies: true });
  model.speech = (response) => response.writeHead(200).end(silenceAsWav());
  model.script((reply) => reply.text("Hello Mona."));
  await wire.deliver(said(2, "Hi"));
  const { messages } = await wire.view({ count: 4 });
  expect(messages[3]?.file).toMatchObject({
    way: "voice",
    media_type: "audio/ogg",
    name: expect.stringMatching(/\.ogg$/),
  });
  expect(messages[3]?.file?.content).toMatch(/^OggS[\s\S]*OpusHead/);
});

const here = { channel: "telegram", account: "", thread: String(DIRECT.id) };

/** What stands in the direct chat, behind what it took to be let in. */
async function standing(): Promise<string[]> {
  const { messages } = await wire.view();
  return messages.filter(({ chat_id }) => chat_id === DIRECT.id).map(({ text = "" }) => text);
}

const member = (status: string) => ({ status, user: { id: WIRE_BOT.id, is_bot: true } });

function membership(chat: object, from: string, to: string): object {
  const change = { chat, from: MONA, old_chat_member: member(from), new_chat_member: member(to) };
  return update({ my_chat_member: change });
}

it("shows what is said elsewhere, tells of reactions, and is told of a schedule once, in whatever life", async () => {
  model.script((reply) => reply.text("Hello."));
  await wire.deliver(said(2, "Hi"));
  const hello = (await arrived(3)).last;
  const { items } = await nightjar.request<{ items: { id: string }[] }>("GET", "/conversations");
  const chat = `/conversations/${items[0]?.id}`;
  await nightjar.request("POST", `${chat}/places`, { ...here, mirror: true });
  model.script((reply) => reply.text("It rains."));
  await nightjar.request("POST", `${chat}/messages`, { text: "And the weather?" });
  const shown = (await arrived(4)).last;
  expect(shown.text).toMatch(/in HTTP:\n+And the weather\?\n+It rains\.$/);

  const reaction = { chat: DIRECT, message_id: hello.message_id, user: MONA, old_reaction: [] };
  const thumb = [{ type: "emoji", emoji: "👍" }];
  await wire.deliver(update({ message_reaction: { ...reaction, new_reaction: thumb } }));
  model.script((reply) => reply.text("Glad."));
  await wire.deliver(said(3, "Good."));
  expect((await arrived(5)).last.text).toBe("Glad.");
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain(
    'reacted with 👍 to your message \\"Hello.',
  );

  model.script(async (reply) => {
    reply.text("The d");
    await wire.view({ count: 6 });
    reply.text("ig");
    return reply.forever();
  });
  const at = new Date(Date.now() + 1_000).toISOString();
  const digest = { name: "Digest", text: "Write the digest.", at, channel: "telegram" };
  const { id } = await nightjar.request<{ id: string }>("POST", "/schedules", digest);
  // Once it was edited, the instance had been told which message it is.
  await until(
    () => arrived(6),
    ({ last }) => last.text === "The dig",
  );
  await nightjar.kill9();
  model.script((reply) => reply.text("The digest."));
  await nightjar.start();
  const run = await until(
    () =>
      nightjar.request<{ last_run: { state: string; delivery: string } | null }>("GET", `/schedules/${id}`),
    ({ last_run }) => last_run?.delivery === "sent",
  );
  expect(run.last_run).toMatchObject({ state: "completed", delivery: "sent" });
  expect((await standing()).slice(2)).toEqual(["Hello.", shown.text, "Glad.", "The digest."]);
});

it("greets a group that it was added to, and says nothing more where it was blocked", async () => {
  await wire.deliver(membership(GROUP, "left", "member"));
  const { messages } = await wire.view({ count: 3 });
  expect(messages[2]).toMatchObject({ chat_id: GROUP.id, text: expect.stringContaining("Mention me") });
  expect(messages[2]?.text).toContain("with a linked chat account");
  await wire.deliver(membership(GROUP, "left", "member"));

  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  model.script(async (reply) => {
    await held;
    reply.text("Too late.");
  });
  await wire.deliver(said(2, "Hi"));
  await model.requested(1);
  await wire.deliver(membership(DIRECT, "member", "kicked"));
  const places = await nightjar.request<{ items: unknown[] }>("GET", "/channels/telegram/places");
  expect(places.items).toMatchObject([
    { thread: String(DIRECT.id), is_group: false, is_in: false },
    { thread: String(GROUP.id), name: GROUP.title, is_group: true, is_in: true },
  ]);
  release();
  const { items } = await nightjar.request<{ items: { id: string }[] }>("GET", "/conversations");
  const deliveries = await until(
    () =>
      nightjar.request<{ items: { id: string; status: string; reason: string }[] }>(
        "GET",
        `/conversations/${items[0]?.id}/deliveries`,
      ),
    (page) => page.items.some(({ status }) => status !== "pending"),
  );
  expect(deliveries.items).toMatchObject([{ status: "failed", reason: expect.stringContaining("blocked") }]);
  expect((await wire.view()).messages).toHaveLength(3);

  await wire.deliver(membership(DIRECT, "kicked", "member"));
  const path = `/conversations/${items[0]?.id}/deliveries/${deliveries.items[0]?.id}/retry`;
  await nightjar.request("POST", path, {});
  expect((await arrived(4)).last).toMatchObject({ chat_id: DIRECT.id, text: "Too late." });
});

/** Half a second. */
function silenceAsWav(): Buffer {
  const wav = Buffer.alloc(44 + 24_000);
  wav.write("RIFF----WAVEfmt ", 0, "latin1");
  wav.writeUInt32LE(16, 16);
  for (const [at, value] of [1, 1, 24_000, 0, 48_000, 0, 2, 16].entries())
    wav.writeUInt16LE(value, 20 + at * 2);
  wav.write("data", 36, "latin1");
  wav.writeUInt32LE(24_000, 40);
  return wav;
}
