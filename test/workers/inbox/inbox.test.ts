/** A person's inbox, and how far they have read each conversation. */
import { expect, test } from "vitest";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { type Somebody, somebody } from "../people/somebody.ts";
import { failedJob, read, talk, teller } from "./talk.ts";

interface Inbox {
  waiting: { type: string; call_id: string; text: string; conversation: { id: string } }[];
  failed: unknown[];
  scheduled: { id: string; text: string; at: string; conversation: { id: string } }[];
  unread: { id: string; said: string }[];
}

const inboxOf = (who: Somebody) => read<Inbox>(who.ask("GET", "/inbox"));
const unreadOf = async (who: Somebody) => (await inboxOf(who)).unread.map(({ id }) => id);
/** The index knows a second or two after a turn. */
const ASK = call("call_ask", "ask_user", { question: "Red or blue?", options: ["red", "blue"] });

test("a question waits in the inbox of its owner until it is answered", async () => {
  const [ann, bob] = [await somebody("member"), await somebody("member")];
  const id = await talk(ann, tell({ calls: [ASK] }, { text: ["As you like it."] }));
  await soon(async () =>
    expect((await inboxOf(ann)).waiting).toMatchObject([
      {
        type: "question",
        call_id: "call_ask",
        text: "Red or blue?",
        options: ["red", "blue"],
        conversation: { id },
      },
    ]),
  );
  expect((await inboxOf(bob)).waiting).toEqual([]);
  await read(ann.ask("POST", `/conversations/${id}/answers`, { call_id: "call_ask", text: "blue" }));
  await soon(async () => expect((await inboxOf(ann)).waiting).toEqual([]));
});

test("a call waits in the inbox with what it is given, and with the scopes that it may be allowed for", async () => {
  const ann = await somebody("member");
  const sum = call("call_sum", "calculate", { expression: "2+2" });
  await talk(ann, tell({ calls: [sum] }, { text: ["Four."] }));
  await soon(async () =>
    expect((await inboxOf(ann)).waiting).toMatchObject([
      {
        type: "approval",
        tool: "calculate",
        input: '{"expression":"2+2"}',
        read: [],
        grant: { to: [], scopes: ["task", "ten"] },
      },
    ]),
  );
});

test("what was said is unread for each reader until they have read it, on all their devices", async () => {
  const [ann, bob] = [await somebody("member"), await somebody("member")];
  const id = await talk(ann, tell({ text: ["First."] }));
  await read(ann.ask("PUT", `/conversations/${id}/members/${bob.id}`, { rights: ["read"] }));
  await soon(async () => expect([await unreadOf(ann), await unreadOf(bob)]).toEqual([[id], [id]]));
  const { seq } = await read<{ seq: number }>(ann.ask("GET", `/conversations/${id}`));
  await read(ann.ask("POST", `/conversations/${id}/read`, { seq }));
  expect([await unreadOf(ann), await unreadOf(bob)]).toEqual([[], [id]]);
  // Another device that is behind takes nothing back.
  expect(await read(ann.ask("POST", `/conversations/${id}/read`, { seq: 1 }))).toEqual({ seq });
  const { items } = await read<{ items: unknown[] }>(bob.ask("GET", "/conversations"));
  expect(items).toMatchObject([{ id, unread: true }]);
  const stranger = await somebody("member");
  expect((await stranger.ask("POST", `/conversations/${id}/read`, { seq })).status).toBe(404);
});

test("what a program asked for by HTTP was read there; what it leaves for a person is unread", async () => {
  const ann = await somebody("member");
  await read(ann.ask("POST", "/chat", { message: tell({ text: ["Hello."] }), model: "openai/told" }));
  const told = await read<{ conversation_id: string }>(
    ann.ask("POST", "/notify", { message: "The oven is hot.", agent: await teller() }),
  );
  await soon(async () => expect(await unreadOf(ann)).toEqual([told.conversation_id]));
});

test("what is unread is listed with its first words, and without those that were taken back", async () => {
  const ann = await somebody("member");
  const id = await talk(
    ann,
    tell({ text: [`**Two** [owls](https://owls.example) ${"flew by, ".repeat(40)}`] }),
  );
  const said = async () => (await inboxOf(ann)).unread.map((each) => each.said);
  await soon(async () =>
    expect(await said()).toEqual([expect.stringMatching(/^Two owls flew by, .{160,}…$/)]),
  );
  const { items } = await read<{ items: { id: string; role: string }[] }>(
    ann.ask("GET", `/conversations/${id}/messages`),
  );
  const answer = items.find(({ role }) => role === "assistant");
  await ann.ask("DELETE", `/conversations/${id}/messages/${answer?.id}`);
  await soon(async () => expect((await said()).filter((words) => words !== "")).toEqual([]));
});

test("a reminder is listed with its time, is moved, gets other words, and is cancelled", async () => {
  const ann = await somebody("member");
  const schedule = call("call_later", "schedule_message", { text: "Water the plants", in_seconds: 3600 });
  const id = await talk(ann, tell({ calls: [schedule] }, { text: ["I will."] }));
  const coming = async () => (await inboxOf(ann)).scheduled;
  await soon(async () =>
    expect(await coming()).toMatchObject([{ text: "Water the plants", conversation: { id } }]),
  );
  const [first] = await coming();
  const at = new Date(Date.now() + 7_200_000).toISOString();
  const path = `/conversations/${id}/reminders/${first?.id}`;
  expect(await read(ann.ask("PATCH", path, { at, text: "Water them all" }))).toMatchObject({ at });
  await soon(async () => expect(await coming()).toMatchObject([{ at, text: "Water them all" }]));
  expect(await read(ann.ask("PATCH", path, {}))).toMatchObject({ at, text: "Water them all" });
  const past = await ann.ask("PATCH", path, { at: "2020-01-01T00:00:00Z" });
  expect([past.status, await past.text()]).toEqual([400, expect.stringContaining("is past")]);
  expect((await (await somebody("member")).ask("DELETE", path)).status).toBe(404);
  expect((await ann.ask("DELETE", path)).status).toBe(204);
  await soon(async () => expect(await coming()).toEqual([]));
  expect((await ann.ask("DELETE", path)).status).toBe(404);
});

test("who may not decide in a conversation does not have its questions in the inbox", async () => {
  const [ann, reader, decider] = [
    await somebody("member"),
    await somebody("member"),
    await somebody("member"),
  ];
  const id = await talk(ann, tell({ calls: [ASK] }, { text: ["Good."] }));
  await read(ann.ask("PUT", `/conversations/${id}/members/${reader.id}`, { rights: ["read", "write"] }));
  await read(ann.ask("PUT", `/conversations/${id}/members/${decider.id}`, { rights: ["approve"] }));
  await soon(async () => expect((await inboxOf(decider)).waiting).toHaveLength(1));
  expect((await inboxOf(reader)).waiting).toEqual([]);
});

test("a job that failed is in the inbox of its owner until it is cleared", async () => {
  const [ann, bob] = [await somebody("member"), await somebody("member")];
  const id = await failedJob(ann.id);
  expect((await inboxOf(ann)).failed).toMatchObject([
    { type: "job", id, kind: "test.unknown", reason: "The model did not answer." },
  ]);
  expect((await inboxOf(bob)).failed).toEqual([]);
  expect((await ann.ask("POST", "/inbox/clear", {})).status).toBe(204);
  expect((await inboxOf(ann)).failed).toEqual([]);
});
