import { expect, test } from "vitest";
import { APPLICATION, discordApp, interactionOf, parsedOf } from "../../support/discord/app.ts";

const NOW = Date.UTC(2026, 5, 1);
const app = discordApp({ base: "http://discord.test", now: () => NOW });
const call = "call_0123456789abcdefghjk";

test("a ping that Discord signed is answered; one that is forged, stale, changed or unsigned is refused", async () => {
  const ping = app.signed(interactionOf(1));
  expect(await app.port.verify(ping)).toEqual({ ok: true });
  expect(await parsedOf(app, interactionOf(1))).toMatchObject({ status: "answer", told: { type: 1 } });
  const stranger = discordApp({ base: "http://discord.test", now: () => NOW });
  const refused = [
    stranger.signed(interactionOf(1)),
    app.signed(interactionOf(1), NOW - 301_000),
    app.signed(interactionOf(1), NOW + 301_000),
    { ...ping, body: ping.body.slice(1) },
    { ...ping, headers: new Headers() },
    { ...ping, method: "GET" },
  ];
  for (const request of refused) expect(await app.port.verify(request)).toMatchObject({ ok: false });
});

test("what was asked becomes a message, and the answer is deferred", async () => {
  const data = { name: "ask", type: 1, options: [{ name: "text", type: 3, value: "What is new?" }] };
  const parsed = await parsedOf(app, interactionOf(2, { data }));
  expect(parsed).toMatchObject({
    told: { type: 5 },
    inbounds: [
      {
        type: "user_message",
        key: "discord:1175928847299117063",
        parts: [{ type: "text", text: "What is new?" }],
        is_addressed: true,
        source: { channel: "discord", sender: "77", sender_name: "Mo", thread: "900", is_group: true },
      },
    ],
  });
});

test("a command is written with what goes with it; what it tells the asker about themselves is for them alone", async () => {
  const model = { name: "model", type: 1, options: [{ name: "args", type: 3, value: "fast" }] };
  const parsed = await parsedOf(app, interactionOf(2, { data: model }));
  expect(parsed).toMatchObject({ told: { type: 5 }, inbounds: [{ parts: [{ text: "/model fast" }] }] });
  const whoami = { data: { name: "whoami", type: 1 } };
  expect(await parsedOf(app, interactionOf(2, whoami))).toMatchObject({
    told: { type: 5, data: { flags: 64 } },
    inbounds: [{ parts: [{ text: "/whoami" }] }],
  });
});

test("ask without words opens a form, and what is written there is the message", async () => {
  expect(await parsedOf(app, interactionOf(2, { data: { name: "ask", type: 1 } }))).toMatchObject({
    status: "answer",
    told: { type: 9, data: { custom_id: "nj:ask" } },
  });
  const components = [{ type: 1, components: [{ type: 4, custom_id: "text", value: "Hello\nthere" }] }];
  const submitted = interactionOf(5, { data: { custom_id: "nj:ask", components } });
  expect(await parsedOf(app, submitted)).toMatchObject({
    told: { type: 5 },
    inbounds: [{ parts: [{ text: "Hello\nthere" }] }],
  });
});

test("a message is asked about with its words and files", async () => {
  const attachments = [
    { id: "1", filename: "cat.png", content_type: "image/png", size: 9, url: "https://cdn.discordapp.com/a" },
  ];
  const author = { id: "8", username: "ben" };
  const target = { id: "55", channel_id: "900", content: "a\nb", author, attachments };
  const data = {
    name: "Ask about this message",
    type: 3,
    target_id: "55",
    resolved: { messages: { 55: target } },
  };
  expect(await parsedOf(app, interactionOf(2, { data }))).toMatchObject({
    inbounds: [
      {
        reply_to: "55",
        parts: [{ text: "a\nb", source: "ben" }, { text: "This is about that message of ben." }],
        attachments: [{ type: "image", name: "cat.png", ref: "https://cdn.discordapp.com/a" }],
      },
    ],
  });
});

// As providers name their calls.
test.each([call, "toolu_01AbCdEfGh", "call_Xy9ZkQ"])(
  "a pressed button of %s decides; in a group its message stays as it is, alone with the bot it tells what was chosen",
  async (call) => {
    const custom_id = `nj:allow_once:${call}`;
    const components = [{ type: 1, components: [{ type: 2, custom_id, label: "Allow once" }] }];
    const message = {
      id: "60",
      channel_id: "900",
      content: "May I?",
      author: { id: APPLICATION },
      components,
    };
    const pressed = { message, data: { custom_id, component_type: 2 } };
    const decision = { type: "decision", call_id: call, decision: "once" };
    expect(await parsedOf(app, interactionOf(3, pressed))).toMatchObject({
      told: { type: 6 },
      inbounds: [decision],
    });
    const alone = { ...pressed, guild_id: undefined, context: 1 };
    expect(await parsedOf(app, interactionOf(3, alone))).toMatchObject({
      told: { type: 7, data: { content: "May I?\n-# Allow once", components: [], flags: 4 } },
      inbounds: [decision],
    });
  },
);

test("an option that is longer than a button is answered whole", async () => {
  const option = `Take the ${"long ".repeat(30)}road`;
  const custom_id = `nj:1:${call}`;
  const components = [{ type: 1, components: [{ type: 2, custom_id, label: "Take the long…" }] }];
  const content = `Which?\n\n1. Stay\n2. ${option}`;
  const message = { id: "60", channel_id: "900", content, author: { id: APPLICATION }, components };
  const parsed = await parsedOf(app, interactionOf(3, { message, data: { custom_id } }));
  expect(parsed).toMatchObject({ inbounds: [{ type: "tool_result", call_id: call, content: option }] });
});

test("what is typed is completed at once, and what is nobody's is left alone", async () => {
  const options = [{ name: "args", type: 3, value: "fa", focused: true }];
  const parsed = await parsedOf(app, interactionOf(4, { data: { name: "model", type: 1, options } }));
  expect(parsed).toMatchObject({ told: { type: 8, data: { choices: [{ name: "fa", value: "fa" }] } } });
  const others = [{}, "x", [], interactionOf(1, { application_id: "9" }), interactionOf(17, { data: {} })];
  for (const body of others) expect(await parsedOf(app, body)).toMatchObject({ status: "ignored" });
});

test("whoever has Discord in German is spoken to in German", async () => {
  const form = { data: { name: "ask", type: 1 }, locale: "de" };
  expect(await parsedOf(app, interactionOf(2, form))).toMatchObject({ told: { data: { title: "Fragen" } } });
  const model = { data: { name: "model", type: 1 }, locale: "pl", guild_locale: "fr" };
  expect(await parsedOf(app, interactionOf(2, model))).toMatchObject({
    inbounds: [{ source: { language: "fr" } }],
  });
});
