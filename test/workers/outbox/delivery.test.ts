import { expect, test } from "vitest";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { createTestChannel, TEST_CHANNEL_SECRET } from "../../support/test-channel/channel.ts";
import { callApi } from "../api.ts";
import { openChat } from "./chat.ts";

const LONG = [
  "First paragraph, which is long enough to fill more than half of what one message may hold here.",
  "Second one, likewise long enough not to fit beside the first one in a single message.",
  "Done.",
];

test("a reply arrives in order, cut between its blocks, each part acknowledged", async () => {
  const chat = openChat();
  await chat.say(tell({ text: [LONG.join("\n\n")] }));
  const { messages } = await chat.arrived(2);
  expect(messages.map(({ text }) => text)).toEqual([LONG[0], `${LONG[1]}\n\nDone.`]);
  const [delivery] = await chat.settled();
  expect(delivery).toMatchObject({
    kind: "reply",
    status: "sent",
    channel: "whatsapp",
    chunks: 2,
    sent: 2,
    platform_ids: ["1", "2"],
    reason: null,
    next_try_at: null,
  });
  expect(messages.map(({ key }) => key)).toEqual([`${delivery?.id}:0`, `${delivery?.id}:1`]);
});

test("what comes in by the channel's webhook is verified, and its answer goes back", async () => {
  const open = { slug: "doorman", name: "Doorman", instructions: "Greet.", audience: "everyone" };
  await callApi("POST", "/agents", { ...open, models: ["openai/told"] });
  const chat = openChat({ agent: "doorman" });
  const channel = createTestChannel({ name: "whatsapp" });
  const update = { id: "7", thread: chat.thread, from: "mona", text: tell({ text: ["Hello, Mona."] }) };
  const request = (secret: string) => ({
    method: "POST",
    url: "https://nightjar.test/webhooks/test",
    headers: new Headers({ "x-test-secret": secret }),
    body: new TextEncoder().encode(JSON.stringify(update)),
  });
  expect(await channel.verify(request("guessed"))).toEqual({
    ok: false,
    reason: "The secret does not match.",
  });
  expect(await channel.verify(request(TEST_CHANNEL_SECRET))).toEqual({ ok: true });
  const parsed = await channel.parse(request(TEST_CHANNEL_SECRET));
  const [inbound] = parsed.status === "inbound" ? parsed.inbounds : [];
  if (!inbound) throw new Error("nothing came in");
  expect(await chat.receive(inbound)).toMatchObject({ status: "accepted" });
  expect(await chat.receive(inbound)).toMatchObject({ status: "duplicate" });
  expect((await chat.arrived(1)).messages.map(({ text }) => text)).toEqual(["Hello, Mona."]);
});

test("an answer that people come for themselves has no delivery", async () => {
  const { conversation_id } = await callApi<{ conversation_id: string }>("POST", "/chat", {
    message: "Hello",
  });
  const { items } = await callApi<{ items: unknown[] }>(
    "GET",
    `/conversations/${conversation_id}/deliveries`,
  );
  expect(items).toEqual([]);
});

test("a platform at its limit is asked again when it says, and the run has long ended", async () => {
  const chat = openChat();
  await chat.faults({ fault: "limit", retry_after_ms: 600 });
  await chat.say(tell({ text: ["Hello."] }));
  await chat.attempted(1);
  const { items } = await chat.api<{ items: { role: string; status: string }[] }>("GET", "/messages");
  expect(items.at(-1)).toMatchObject({ role: "assistant", status: "complete" });
  const [waiting] = await chat.deliveries();
  expect(waiting).toMatchObject({ status: "pending", sent: 0 });
  const { messages, attempts } = await chat.arrived(1);
  expect(attempts).toBe(2);
  expect(messages).toHaveLength(1);
});

test("an error of the platform's own is tried again, from the part that failed", async () => {
  const chat = openChat();
  await chat.faults({ fault: "limit", retry_after_ms: 10 }, { fault: "error" });
  await chat.say(tell({ text: [LONG.join("\n\n")] }));
  const { messages, attempts } = await chat.arrived(2);
  expect(messages.map(({ text }) => text)).toEqual([LONG[0], `${LONG[1]}\n\nDone.`]);
  expect(attempts).toBe(4);
});

test("a reply that the platform refuses is visible, told of, and can be sent again", async () => {
  const chat = openChat();
  await chat.faults({ fault: "refuse" });
  await chat.say(tell({ text: ["Hello."] }));
  const [failed] = await chat.settled();
  expect(failed).toMatchObject({ status: "failed", sent: 0, reason: "blocked by the person" });
  const { items } = await chat.api<{ items: { id: string }[] }>("GET", "/deliveries?status=failed");
  expect(items.map(({ id }) => id)).toEqual([failed?.id]);
  const again = await chat.api<{ status: string }>("POST", `/deliveries/${failed?.id}/retry`);
  expect(again.status).toBe("pending");
  const { messages } = await chat.arrived(1);
  expect(messages.map(({ text }) => text)).toEqual(["Hello."]);
  expect((await chat.settled())[0]).toMatchObject({ status: "sent" });
  await expect(chat.api("POST", `/deliveries/${failed?.id}/retry`)).rejects.toThrow(
    "It was delivered already.",
  );
});

test("replies to one place keep their order, whatever holds the first one up", async () => {
  const chat = openChat();
  await chat.faults({ fault: "limit", retry_after_ms: 500 });
  await chat.say(tell({ text: ["First."] }));
  await chat.attempted(1);
  await chat.say(tell({ text: ["Second."] }));
  const { messages } = await chat.arrived(2);
  expect(messages.map(({ text }) => text)).toEqual(["First.", "Second."]);
});

test("a question is carried with its choices, and afterwards only what is new", async () => {
  const chat = openChat();
  const question = call("call_q", "ask_user", { question: "Tea or coffee?", options: ["Tea", "Coffee"] });
  await chat.say(tell({ text: ["Let me ask."], calls: [question] }, { text: ["Tea it is."] }));
  const asked = await chat.arrived(2);
  expect(asked.messages.map(({ text }) => text)).toEqual([
    "Let me ask.",
    "Tea or coffee?\n\n1. Tea\n2. Coffee",
  ]);
  expect(asked.messages[1]?.prompt).toMatchObject({
    kind: "question",
    options: [
      { label: "Tea", value: "Tea" },
      { label: "Coffee", value: "Coffee" },
    ],
  });
  await chat.say("Tea");
  const { messages } = await chat.arrived(3);
  expect(messages.map(({ text }) => text).slice(2)).toEqual(["Tea it is."]);
  expect((await chat.settled()).map(({ kind, status }) => [kind, status])).toEqual([
    ["question", "sent"],
    ["reply", "sent"],
  ]);
});

test("an approval is carried, and given by a word", async () => {
  await callApi("POST", "/agents", {
    slug: "careful",
    name: "Careful",
    instructions: "Ask.",
    tools: { calculate: "ask" },
  });
  const chat = openChat({ agent: "careful" });
  const sum = call("call_a", "calculate", { expression: "6*7" });
  await chat.say(tell({ calls: [sum] }, { text: ["It is 42."] }));
  const { messages } = await chat.arrived(2);
  expect(messages[0]?.text).toBe(
    "May I use Calculate? Careful asks before each use.\n\n• Expression: 6*7 (your words)",
  );
  expect(messages[1]?.text).toMatch(/Answer allow, allow task, allow ten or deny\.$/);
  expect(messages.map(({ prompt }) => prompt !== undefined)).toEqual([false, true]);
  await chat.say("Allow");
  const after = await chat.arrived(3);
  expect(after.messages[2]?.text).toBe("It is 42.");
});

test("a reminder comes where the conversation lives", async () => {
  const chat = openChat();
  const reminder = call("call_r", "schedule_message", { text: "tea is ready", in_seconds: 1 });
  await chat.say(tell({ calls: [reminder] }, { text: ["I will."] }, { text: ["Tea is ready."] }));
  const { messages } = await chat.arrived(2);
  expect(messages[0]?.text).toBe("I will.");
  expect(messages[1]?.text).toBe("Tea is ready.");
});

test("a failure is told on the channel, with what to do", async () => {
  const chat = openChat();
  await chat.say(tell({ status: 400 }));
  const { messages } = await chat.arrived(1);
  expect(messages).toHaveLength(1);
  const [delivery] = await chat.settled();
  expect(delivery).toMatchObject({ kind: "failure", status: "sent" });
});

test("a channel that is not set up keeps the reply, and says what to do", async () => {
  const chat = openChat({ channel: "telegram" });
  await chat.say(tell({ text: ["Hello."] }));
  const [delivery] = await chat.settled();
  expect(delivery).toMatchObject({
    status: "failed",
    reason:
      "Telegram is not set up on this instance: set TELEGRAM_BOT_TOKEN (it is the token that @BotFather gave).",
  });
});
