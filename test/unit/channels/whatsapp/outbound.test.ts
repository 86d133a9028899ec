import { afterEach, beforeEach, expect, test } from "vitest";
import type { ChannelPort, Chunk, DeliveryResult } from "../../../../src/channels/channel.ts";
import { whatsappChannel } from "../../../../src/channels/whatsapp/port.ts";
import { trustId } from "../../../../src/domain/ids.ts";
import type { Source } from "../../../../src/domain/inbound.ts";
import { NUMBER, startWhatsApp, type WhatsAppServer } from "../../../support/whatsapp/server.ts";

const CALL = "call_0123456789abcdefghjkmnpqrs";
const FILES = new Map([
  ["chart", { name: "chart.png", media_type: "image/png", bytes: new Uint8Array([1, 2, 3]) }],
  ["voice", { name: "voice.ogg", media_type: "audio/ogg", bytes: new Uint8Array([4]) }],
  ["photo", { name: "photo.png", media_type: "image/png", bytes: new Uint8Array(5 * 1024 * 1024 + 1) }],
]);
const files = { read: async (_owner: string, id: string) => FILES.get(id) };
let whatsapp: WhatsAppServer;
let port: ChannelPort;
beforeEach(async () => {
  whatsapp = await startWhatsApp();
  port = whatsappChannel({ ...NUMBER, base: whatsapp.url }, files);
});
afterEach(() => whatsapp.close());

const to: Source = { channel: "whatsapp", sender: "4915900", thread: "4915900", message: "wamid.IN1" };
const never = new AbortController().signal;

function send(chunk: Chunk, by = port): Promise<DeliveryResult> {
  const from = { conversation_id: trustId<"cnv">("cnv_1"), owner: "mona" };
  return by.deliver({ chunk, from, to, key: "k" }, never);
}
const say = (text: string) => send({ type: "text", text });

test("an answer comes in WhatsApp's own marks, at the message that it answers", async () => {
  expect(await say("**Bold** [there](https://a.example)")).toEqual({
    status: "sent",
    platform_id: "wamid.OUT1",
  });
  expect(whatsapp.messages).toEqual([
    {
      messaging_product: "whatsapp",
      recipient_type: "individual",
      to: "4915900",
      context: { message_id: "wamid.IN1" },
      type: "text",
      text: { preview_url: false, body: "*Bold* there (https://a.example)" },
    },
  ]);
});

function ask(labels: string[], text = "Which?"): Promise<DeliveryResult> {
  const options = labels.map((label) => ({ label, value: label }));
  return send({ type: "text", text, prompt: { call_id: CALL, kind: "question", options } });
}

test("up to three short answers are buttons, up to ten are a list, and others are words", async () => {
  await ask(["Red", "Green", "Blue"]);
  await ask(["Red", "Green", "Blue", "An answer that is too long for a title"]);
  await ask(["An answer that is too long for a button"]);
  await ask(Array.from({ length: 11 }, (_none, at) => `${at}`));
  await ask(["x".repeat(73)]);
  await ask(["Same", "Same"]);
  const kinds = whatsapp.messages.map(({ type, interactive }) => interactive?.type ?? type);
  expect(kinds).toEqual(["button", "list", "list", "text", "text", "text"]);
  expect(whatsapp.messages[0]?.interactive?.action.buttons?.[1]?.reply).toEqual({
    id: JSON.stringify(["question", CALL, "Green"]),
    title: "Green",
  });
  expect(whatsapp.messages[1]?.interactive?.action.sections?.[0]?.rows[3]).toMatchObject({
    description: "An answer that is too long for a title",
  });
});

test("a long question is said whole, and its buttons follow it", async () => {
  expect(await ask(["Yes", "No"], "Why? ".repeat(300))).toEqual({
    status: "sent",
    platform_id: "wamid.OUT1",
  });
  expect(whatsapp.messages.map(({ type }) => type)).toEqual(["text", "interactive"]);
});

test("a file is uploaded and sent as what it is; what is too large to be shown is a document", async () => {
  const media = (file_id: string) => ({
    type: "media" as const,
    media: { type: "image" as const, file_id, media_type: "image/png" },
  });
  expect(await send(media("chart"))).toMatchObject({ status: "sent" });
  expect(await send(media("photo"))).toMatchObject({ status: "sent" });
  expect(whatsapp.messages).toMatchObject([
    { type: "image", image: { id: "70" } },
    { type: "document", document: { id: "71", filename: "photo.png" } },
  ]);
  expect(await send(media("voice"))).toMatchObject({ status: "sent" });
  expect(whatsapp.messages[2]).toMatchObject({ type: "audio", audio: { id: "72", voice: true } });
  expect(whatsapp.files.get("70")).toEqual({ type: "image/png", bytes: Buffer.from([1, 2, 3]) });
  expect(await send(media("gone"))).toEqual({ status: "failed", reason: "The file is gone." });
  whatsapp.faults.push({ fault: "cut" });
  expect(await send(media("chart"))).toMatchObject({ status: "later" });
});

test("after a day of silence an answer fails in plain words, and a template goes where one is set", async () => {
  whatsapp.silent.add("4915900");
  expect(await say("Hi")).toMatchObject({ status: "failed", reason: expect.stringContaining("24 hours") });
  expect(whatsapp.messages).toEqual([]);
  const template = { name: "come_back", language: "en_US" };
  const other = whatsappChannel({ ...NUMBER, base: whatsapp.url, template }, files);
  const told = await send({ type: "text", text: "Hi" }, other);
  expect(told).toMatchObject({
    status: "failed",
    reason: expect.stringContaining("come_back was sent instead"),
  });
  expect(whatsapp.messages).toMatchObject([
    { type: "template", template: { name: "come_back", language: { code: "en_US" } } },
  ]);
});

test.each<[string, Parameters<WhatsAppServer["faults"]["push"]>[0], object]>([
  ["a limit says how long", { fault: "limit", seconds: 7 }, { status: "later", retry_after_ms: 7_000 }],
  ["a page of a proxy leaves it open", { fault: "error", status: 502 }, { status: "unknown" }],
  ["a connection that broke leaves it open", { fault: "cut" }, { status: "unknown" }],
  ["an answer that was lost leaves it open", { fault: "drop" }, { status: "unknown" }],
  ["a limit of its own", { fault: "refuse", status: 400, code: 131_056 }, { status: "later" }],
  ["too much for the account", { fault: "refuse", status: 400, code: 80_007 }, { status: "later" }],
  [
    "a number that it cannot reach",
    { fault: "refuse", status: 400, code: 131_026 },
    { status: "failed", reason: "That number can't be reached on WhatsApp." },
  ],
  [
    "what nobody knows",
    { fault: "refuse", status: 400, code: 99_999 },
    { status: "failed", reason: "WhatsApp refused it: refused" },
  ],
])("%s", async (_what, fault, outcome) => {
  whatsapp.faults.push(fault);
  expect(await say("Hi")).toMatchObject(outcome);
});

test("a reaction, and that the message was read and somebody writes", async () => {
  expect(await port.react?.({ to, emoji: "👍" }, never)).toMatchObject({ status: "sent" });
  expect(whatsapp.messages).toMatchObject([
    { type: "reaction", reaction: { message_id: "wamid.IN1", emoji: "👍" } },
  ]);
  await port.typing?.(to, never);
  expect(whatsapp.reads).toEqual(["wamid.IN1 text"]);
});

test("a file of somebody's comes as a stream; one that is gone does not", async () => {
  whatsapp.files.set("11", { bytes: Buffer.from("hello"), type: "text/plain; charset=utf-8" });
  const file = { ref: "11", type: "file" as const, name: "a", media_type: "text/html" };
  const got = await port.download?.(file, never);
  expect(got).toMatchObject({ status: "ready", media_type: "text/plain" });
  expect(got?.status === "ready" && (await new Response(got.body).text())).toBe("hello");
  expect(await port.download?.({ ...file, ref: "12" }, never)).toMatchObject({ status: "failed" });
  whatsapp.faults.push({ fault: "none" }, { fault: "limit", seconds: 3 });
  expect(await port.download?.(file, never)).toMatchObject({ status: "later", retry_after_ms: 3_000 });
});

test("it is connected to an address, and its health names the number and where its messages go, or what to do", async () => {
  expect(await port.health?.(never)).toMatchObject({ status: "ok", name: "Acme, +49 151 1", webhook: null });
  const url = "https://nightjar.test/webhooks/whatsapp";
  expect(await port.connect?.({ url, commands: [] }, never)).toEqual({
    status: "ok",
    name: "Acme, +49 151 1",
    webhook: url,
    open_url: "https://wa.me/491511?text=%2Flink%20CODE",
  });
  expect(await port.connect?.({ url: "http://nightjar.test", commands: [] }, never)).toMatchObject({
    status: "broken",
  });
  const old = whatsappChannel({ ...NUMBER, base: whatsapp.url, token: "old" }, files);
  expect(await old.health?.(never)).toMatchObject({ problem: expect.stringContaining("WHATSAPP_TOKEN") });
});
