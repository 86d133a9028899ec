import { expect, test } from "vitest";
import type { ParsedWebhook } from "../../../../src/channels/channel.ts";
import { whatsappChannel } from "../../../../src/channels/whatsapp/port.ts";
import type { UserMessage } from "../../../../src/domain/inbound.ts";
import {
  challengeOf,
  messagesSent,
  type Sent,
  signed,
  valueSent,
  webhookOf,
} from "../../../support/whatsapp/sent.ts";
import { NUMBER } from "../../../support/whatsapp/server.ts";

/** As models name theirs. */
const CALL = "functions.ask_user:0";
const port = whatsappChannel({ ...NUMBER, base: "http://127.0.0.1:1" }, { read: async () => undefined });

async function parsed(sent: Sent): Promise<ParsedWebhook> {
  const request = webhookOf(sent);
  expect(await port.verify(request)).toEqual({ ok: true });
  return port.parse(request);
}

async function read(message: object): Promise<UserMessage> {
  const result = await parsed(messagesSent({ id: "wamid.1", ...message }));
  const [inbound] = result.status === "inbound" ? result.inbounds : [];
  if (inbound?.type !== "user_message") throw new Error(JSON.stringify(result));
  return inbound;
}

const challenge = {
  "hub.mode": "subscribe",
  "hub.verify_token": NUMBER.verify_token,
  "hub.challenge": "1158201444",
};

test("the address is confirmed by its challenge, for whoever knows the token", async () => {
  const right = challengeOf(challenge);
  expect(await port.verify(right)).toEqual({ ok: true });
  expect(await port.parse(right)).toEqual({
    status: "answer",
    content_type: "text/plain",
    body: "1158201444",
  });
  for (const token of ["", "made-up-by-u", "made-up-by-uss", "Made-up-by-us"])
    expect(await port.verify(challengeOf({ ...challenge, "hub.verify_token": token }))).toMatchObject({
      ok: false,
    });
  const page = challengeOf({ ...challenge, "hub.challenge": "<script>" });
  expect(await port.parse(page)).toMatchObject({ status: "ignored" });
});

test("what is forged, unsigned, or cut is refused; the bytes count, and not what they mean", async () => {
  const verdict = (sent: Sent) => port.verify(webhookOf(sent));
  const sent = messagesSent({ id: "wamid.1", type: "text", text: { body: "ünï 🎈" } });
  expect(await verdict(sent)).toEqual({ ok: true });
  expect(await verdict({ ...sent, body: sent.body.slice(0, -1) })).toMatchObject({ ok: false });
  expect(await verdict({ ...sent, body: JSON.stringify(JSON.parse(sent.body), null, 1) })).toMatchObject({
    ok: false,
  });
  for (const signature of ["", "sha256=", `sha256=${"0".repeat(64)}`, `sha1=${"0".repeat(40)}`])
    expect(await verdict({ ...sent, headers: { "x-hub-signature-256": signature } })).toMatchObject({
      ok: false,
    });
});

test("a text is a message of a thread of its sender's, and says what it replies to", async () => {
  expect(
    await read({ type: "text", text: { body: "Hello 🎈" }, context: { id: "wamid.0", from: "491511" } }),
  ).toEqual({
    type: "user_message",
    key: "whatsapp:wamid.1",
    source: {
      channel: "whatsapp",
      sender: "4915900",
      sender_name: "Mona",
      thread: "4915900",
      message: "wamid.1",
    },
    parts: [{ type: "text", text: "Hello 🎈" }],
    is_addressed: true,
    reply_to: "wamid.0",
    sent_at: expect.any(Number),
  });
});

test.each([{ forwarded: true }, { frequently_forwarded: true }])(
  "what was passed on (%j) is somebody else's words",
  async (context) => {
    expect(await read({ type: "text", text: { body: "Pay Eve" }, context })).toMatchObject({
      parts: [{ type: "text", text: "Pay Eve", source: "somebody, forwarded" }],
    });
  },
);

test.each([
  [
    "image",
    { id: "11", mime_type: "image/jpeg", caption: "Look" },
    { type: "image", name: "image", media_type: "image/jpeg" },
  ],
  [
    "sticker",
    { id: "11", mime_type: "image/webp" },
    { type: "image", name: "sticker", media_type: "image/webp" },
  ],
  [
    "audio",
    { id: "11", mime_type: "audio/ogg; codecs=opus", voice: true },
    { type: "audio", name: "audio", media_type: "audio/ogg", is_voice: true },
  ],
  ["video", { id: "11", mime_type: "video/mp4" }, { type: "file", name: "video", media_type: "video/mp4" }],
  [
    "document",
    { id: "11", mime_type: "application/pdf", filename: "a.pdf" },
    { type: "file", name: "a.pdf", media_type: "application/pdf" },
  ],
])("a message with %s", async (type, media, attachment) => {
  const said = await read({ type, [type]: media });
  expect(said.attachments).toEqual([{ ref: "11", ...attachment }]);
  expect(said.parts).toEqual("caption" in media ? [{ type: "text", text: "Look" }] : []);
});

test("places and contacts are said in words", async () => {
  const place = await read({ type: "location", location: { latitude: 1.5, longitude: -2, name: "Harbour" } });
  expect(place.parts).toEqual([{ type: "text", text: "Location: Harbour, 1.5, -2" }]);
  const contacts = [
    { name: { formatted_name: "Bob" }, phones: [{ phone: "+1 2" }], emails: [{ email: "b@a.example" }] },
  ];
  expect((await read({ type: "contacts", contacts })).parts).toEqual([
    { type: "text", text: "Contact: Bob, +1 2, b@a.example" },
  ]);
});

test("a button and a row of a list answer the call that they were for; others are words", async () => {
  const press = (kind: string, id: string) =>
    parsed(
      messagesSent({
        id: "wamid.9",
        type: "interactive",
        interactive: { type: kind, [kind]: { id, title: "Red" } },
      }),
    );
  expect(await press("button_reply", JSON.stringify(["approval", CALL, "deny"]))).toMatchObject({
    inbounds: [{ type: "decision", key: "whatsapp:wamid.9", call_id: CALL, decision: "deny" }],
  });
  expect(await press("list_reply", JSON.stringify(["question", CALL, "a:b"]))).toMatchObject({
    inbounds: [{ type: "tool_result", call_id: CALL, content: "a:b" }],
  });
  for (const id of [
    "",
    "[]",
    JSON.stringify(["approval", "", "deny"]),
    JSON.stringify(["approval", CALL, "constructor"]),
  ])
    expect(await press("button_reply", id)).toMatchObject({
      inbounds: [{ type: "user_message", parts: [{ text: "Red" }] }],
    });
});

test("several messages come in their order, and an odd one does not hide the others", async () => {
  const text = (id: string) => ({ id, type: "text", text: { body: id } });
  const sent = messagesSent(
    text("wamid.1"),
    { id: 7 },
    { ...text("wamid.2"), from: "../x" },
    text("wamid.3"),
  );
  const result = await parsed(sent);
  expect(result.status === "inbound" && result.inbounds.map(({ key }) => key)).toEqual([
    "whatsapp:wamid.1",
    "whatsapp:wamid.3",
  ]);
});

test.each([
  ["a number that changed", messagesSent({ id: "wamid.1", type: "system", system: { body: "new number" } })],
  ["a status", valueSent({ statuses: [{ id: "wamid.0", status: "read", timestamp: "1" }] })],
  [
    "another number's",
    valueSent({ messages: [{ id: "a", from: "4915900", type: "text", text: { body: "x" } }] }, "999999"),
  ],
  ["what is no JSON", signed("{")],
  ["what is of something else", signed('{"object":"page","entry":[]}')],
])("%s is ignored", async (_what, sent) => {
  expect(await parsed(sent)).toMatchObject({ status: "ignored" });
});

test("a message that was not delivered is told with what to do, and whether they have to write first", async () => {
  const failed = (code: number, title: string) => ({
    id: `wamid.${code}`,
    status: "failed",
    recipient_id: "4915900",
    errors: [{ code, title }],
  });
  const statuses = [
    failed(131_047, "Re-engagement message"),
    failed(999, "Odd"),
    { id: "wamid.2", status: "read" },
  ];
  expect(await parsed(valueSent({ statuses }))).toEqual({
    status: "ignored",
    reason: "It contains nothing for the agent.",
    undelivered: [
      {
        thread: "4915900",
        platform_id: "wamid.131047",
        reason: expect.stringContaining("24 hours"),
        isClosed: true,
      },
      { thread: "4915900", platform_id: "wamid.999", reason: "WhatsApp refused it: Odd" },
    ],
  });
});

test("a reaction is one to that message; without an emoji it was taken back", async () => {
  const reacted = async (emoji?: string) =>
    parsed(
      messagesSent({
        id: "wamid.1",
        type: "reaction",
        reaction: { message_id: "wamid.OUT1", ...(emoji !== undefined && { emoji }) },
      }),
    );
  const source = { channel: "whatsapp", sender: "4915900", thread: "4915900" };
  expect(await reacted("👍")).toMatchObject({
    status: "inbound",
    inbounds: [{ type: "reaction", key: "whatsapp:wamid.1", source, to: "wamid.OUT1", emojis: ["👍"] }],
  });
  for (const gone of [undefined, ""])
    expect(await reacted(gone)).toMatchObject({ inbounds: [{ emojis: [] }] });
});
