import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { placesOf } from "../../../src/app/export/elements.ts";
import { jsonAt, sittingsOf } from "../../../src/app/export/sittings.ts";
import { MOST_MESSAGES, readImportedConversations } from "../../../src/export/imported-conversation.ts";
import { computed } from "../../support/computed.ts";
import { heldWhile } from "../../support/held.ts";

/** As ChatGPT writes one: each message names the one before it. */
function chain(count: number) {
  const node = (index: number) => ({
    parent: index === 0 ? null : `n${index - 1}`,
    message: { author: { role: index % 2 ? "assistant" : "user" }, content: { parts: [`${index}`] } },
  });
  const nodes = Array.from({ length: count }, (_, index) => [`n${index}`, node(index)]);
  return {
    conversation_id: "c",
    title: "Long",
    current_node: `n${count - 1}`,
    mapping: Object.fromEntries(nodes),
  };
}

test("what was said comes in its order", () => {
  const past = readImportedConversations(chain(3));
  expect(past).toMatchObject({ title: "Long", said: [{ text: "0" }, { text: "1" }, { text: "2" }] });
});

test("as much as a conversation may hold is read, and no more", () => {
  expect(readImportedConversations(chain(MOST_MESSAGES))).toMatchObject({ title: "Long" });
  expect(readImportedConversations(chain(MOST_MESSAGES + 1))).toBe("too_long");
  const messages = Array.from({ length: MOST_MESSAGES + 1 }, () => ({
    role: "user",
    created_at: "2026-01-01T00:00:00Z",
    parts: [{ type: "text", text: "a" }],
  }));
  expect(readImportedConversations({ conversation: { id: "cnv_1", title: "" }, messages })).toBe("too_long");
  expect(
    readImportedConversations({ conversation: { id: "cnv_1", title: "" }, messages: messages.slice(1) }),
  ).toMatchObject({
    source: "nightjar:cnv_1",
  });
});

test("a chain of 60,000 messages is seen to be too long before it is gone through", async () => {
  const long = chain(60_000);
  const { result, ms } = await computed(() => readImportedConversations(long));
  expect(result).toBe("too_long");
  expect(ms).toBeLessThan(1_000);
});

const bytes = (text: string) => new TextEncoder().encode(text);
const values = async (text: string, most = 100) => {
  const json = bytes(text);
  return (await placesOf(json, most))?.map(({ from, to }) =>
    new TextDecoder().decode(json.subarray(from, to)).trim(),
  );
};

test("a list is taken apart without reading what is in it", async () => {
  expect(await values('[{"a":[1,2]} , {"b":"],\\\\\\"}"},3]')).toEqual([
    '{"a":[1,2]}',
    '{"b":"],\\\\\\"}"}',
    "3",
  ]);
  expect(await values("\ufeff[1,2]")).toEqual(["1", "2"]);
  expect(await values(' {"a":1} ')).toEqual(['{"a":1}']);
  expect(await values("[]")).toEqual([]);
  expect(await values("[1,2,3]", 2)).toEqual(["1", "2"]);
});

test.each(["[1,2", '["1,2]', "[".repeat(1_000), '[{"a":1}'])("what breaks off is none: %s", async (text) => {
  expect(await values(text)).toBeUndefined();
});

test("a long list holds nobody for long", async () => {
  const json = bytes(`[${'{"a":"b"},'.repeat(2_400_000)}1]`);
  const { holds } = await heldWhile(placesOf(json, 100_000));
  expect(holds.longest).toBeLessThan(1_000);
  const one = bytes(`["${"x".repeat(24_000_000)}"]`);
  expect((await heldWhile(placesOf(one, 10))).holds.longest).toBeLessThan(1_000);
});

const wild = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../fixtures/wild/${name}.json`, import.meta.url), "utf8"));
const texts = (json: unknown) => {
  const past = readImportedConversations(json);
  if (!past || past === "too_long" || !("said" in past)) throw new Error("nothing was read");
  return { ...past, texts: past.said.map(({ role, text }) => `${role}: ${text}`) };
};

test("a talk by voice has what was said", () => {
  const [voice] = wild("chatgpt-voice") as unknown[];
  expect(texts(voice).texts).toEqual([
    "user: How long do I boil an egg?",
    "assistant: Seven minutes for a soft middle.",
  ]);
});

test("times, titles and ends that are missing cost nothing else", () => {
  const [timeless, endless] = (wild("chatgpt-no-times") as unknown[]).map(texts);
  expect(timeless).toMatchObject({
    title: "Name a bird that sings at night.",
    said: [{ at: undefined }, {}],
  });
  expect(endless?.texts).toEqual([
    "user: A talk whose end is not named.",
    "assistant: It has an end all the same.",
  ]);
});

test("one odd message costs that message", () => {
  const { body } = wild("import-one-odd-message") as { body: unknown[] };
  expect(texts(body[0]).texts).toEqual(["user: How deep is the lake?", "assistant: Ninety metres."]);
});

test("marks of sources and what is said to tools are no words", () => {
  const node = (parent: string | null, message: object) => ({ parent, message });
  const said = (text: string, more: object = {}) => ({
    author: { role: "assistant" },
    content: { content_type: "text", parts: [text] },
    ...more,
  });
  const cited = "The bridge opened. \ue200cite\ue202turn0search1\ue202turn0search4\ue201";
  const mapping = {
    a: node(null, said('{"code":"print(1)"}', { recipient: "python" })),
    b: node("a", said(`${cited}\n\nIt is long\u301012\u2020source\u3011.`)),
    c: node("b", said("hidden", { metadata: { is_visually_hidden_from_conversation: true } })),
  };
  expect(texts({ id: "x", title: "t", current_node: "c", mapping }).texts).toEqual([
    "assistant: The bridge opened.\n\nIt is long.",
  ]);
});

test("Claude's export is read, with the text of what was attached", () => {
  const past = texts({
    uuid: "u1",
    name: "Frogs",
    created_at: "2026-01-02T03:04:05.000000Z",
    chat_messages: [
      {
        sender: "human",
        text: "Which frogs?",
        created_at: "2026-01-02T03:04:06Z",
        attachments: [{ file_name: "list.txt", extracted_content: "common frog" }],
      },
      {
        sender: "assistant",
        text: "",
        content: [
          { type: "thinking", thinking: "hm" },
          { type: "text", text: "Two." },
        ],
      },
    ],
  });
  expect(past).toMatchObject({ source: "claude:u1", title: "Frogs" });
  expect(past.texts).toEqual(["user: Which frogs?\n\n[list.txt]\ncommon frog", "assistant: Two."]);
  expect(past.said[1]?.at).toBe("2026-01-02T03:04:06.000Z");
});

test("Open WebUI's export is read with all branches and the current one at its end, without what is folded away", () => {
  const messages = {
    a: { id: "a", parentId: null, role: "user", content: "Which frogs?", timestamp: 1_764_000_000 },
    b: { id: "b", parentId: "a", role: "assistant", content: "None.", timestamp: 1_764_000_001 },
    c: {
      id: "c",
      parentId: "a",
      role: "assistant",
      content: '<details type="reasoning" done="true">hm</details>\nTwo.',
    },
  };
  const past = texts({
    id: "w1",
    title: "Frogs",
    chat: { title: "Frogs", history: { messages, currentId: "c" } },
  });
  expect(past.texts).toEqual(["user: Which frogs?", "assistant: None.", "assistant: Two."]);
  expect(past).toMatchObject({ head: 2, said: [{ parent: null }, { parent: 0 }, { parent: 0 }] });
  expect(past.said[0]?.at).toBe("2025-11-24T16:00:00.000Z");
});

test("LibreChat's export is read, flat or as a tree, with its branches", () => {
  const [asked, old, fresh] = [
    {
      messageId: "a",
      parentMessageId: "0",
      isCreatedByUser: true,
      text: "Which frogs?",
      createdAt: "2026-01-01T00:00:00Z",
    },
    {
      messageId: "b",
      parentMessageId: "a",
      isCreatedByUser: false,
      text: "None.",
      createdAt: "2026-01-01T00:00:01Z",
    },
    {
      messageId: "c",
      parentMessageId: "a",
      isCreatedByUser: false,
      text: "",
      content: [
        { type: "think", think: "hm" },
        { type: "text", text: { value: "Two." } },
      ],
      createdAt: "2026-01-01T00:00:02Z",
    },
  ] as const;
  const head = { conversationId: "l1", title: "Frogs", endpoint: "openAI" };
  const expected = ["user: Which frogs?", "assistant: None.", "assistant: Two."];
  expect(texts({ ...head, messages: [asked, old, fresh] }).texts).toEqual(expected);
  expect(texts({ ...head, messages: [{ ...asked, children: [old, fresh] }] }).texts).toEqual(expected);
});

const said = (title: string, time: string, more: object = {}) => ({
  header: "Gemini Apps",
  title,
  time: `2026-03-0${time}:00Z`,
  products: ["Gemini Apps"],
  ...more,
});
const answered = (html: string) => ({ safeHtmlItem: [{ html }] });

test("what was said to Gemini within half an hour of each other is one conversation", async () => {
  const list = [
    said("Prompted Anything else? Attached 2 files.", "2T09:00", answered("<p>No.</p>")),
    said(
      "Prompted And herons?",
      "1T10:29",
      answered("<p>Fish, and <b>frogs</b>.</p><ul><li>at dawn</li></ul>"),
    ),
    said("Gave feedback: Good", "1T10:20"),
    said("Searched for owls", "1T10:10", { header: "Search", products: ["Search"] }),
    said("Preguntaste ¿y ahora?", "1T10:05", answered("<p>Sí.</p>")),
    said("Prompted What do owls eat?", "1T10:00", answered("<p>Mice.</p>")),
  ];
  const file = bytes(JSON.stringify(list));
  const sittings = await sittingsOf(file, (await placesOf(file, 100)) ?? []);
  const read = sittings?.map((places) =>
    readImportedConversations(places.map((place) => jsonAt(file, place))),
  );
  expect(read).toMatchObject([
    {
      source: "gemini:2026-03-01T10:00:00Z",
      title: "What do owls eat?",
      said: [
        { role: "user", text: "What do owls eat?", at: "2026-03-01T10:00:00.000Z" },
        { role: "assistant", text: "Mice." },
        { role: "user", text: "Preguntaste ¿y ahora?" },
        { role: "assistant", text: "Sí." },
        { role: "user", text: "And herons?" },
        { role: "assistant", text: "Fish, and **frogs**.\n\n- at dawn" },
      ],
    },
    { said: [{ text: "Anything else?" }, { text: "No." }] },
  ]);
});

test("lists of conversations are no activities", async () => {
  const file = bytes(JSON.stringify([chain(2)]));
  expect(await sittingsOf(file, (await placesOf(file, 100)) ?? [])).toBeUndefined();
  expect(await sittingsOf(bytes("[]"), [])).toBeUndefined();
});

test("branches of ChatGPT and Claude are kept, with model, folder and the message it was left at", () => {
  const message = (role: string, text: string, more: object = {}) => ({
    author: { role },
    content: { content_type: "text", parts: [text] },
    ...more,
  });
  const chatgpt = readImportedConversations({
    conversation_id: "c1",
    title: "Owls",
    current_node: "b",
    conversation_template_id: "g-p-68a1b2c3d4",
    is_archived: true,
    mapping: {
      root: { parent: null, message: null },
      a: { parent: "root", message: message("user", "Do owls migrate?", { create_time: 1 }) },
      b: {
        parent: "a",
        message: message("assistant", "Some.", { create_time: 2, metadata: { model_slug: "gpt-5" } }),
      },
      t: { parent: "a", message: message("tool", "searched", { create_time: 3 }) },
      c: { parent: "t", message: message("assistant", "All.", { create_time: 4 }) },
    },
  });
  expect(chatgpt).toMatchObject({
    folder: "ChatGPT project 68a1b2",
    is_archived: true,
    head: 1,
    said: [
      { text: "Do owls migrate?", parent: null },
      { text: "Some.", parent: 0, model: "openai/gpt-5" },
      { text: "All.", parent: 0 },
    ],
  });
  const said = (uuid: string, before: string, sender: string) => ({
    uuid,
    parent_message_uuid: before,
    sender,
    text: uuid,
    created_at: `2026-01-01T00:00:0${uuid}Z`,
  });
  const nobody = "00000000-0000-4000-8000-000000000000";
  const list = [said("1", nobody, "human"), said("2", "1", "assistant"), said("3", "1", "assistant")];
  expect(readImportedConversations({ uuid: "u", name: "n", chat_messages: list })).toMatchObject({
    head: 2,
    said: [{ parent: null }, { text: "2", parent: 0 }, { text: "3", parent: 0 }],
  });
});

test("a conversation without words is left out with the reason", () => {
  expect(readImportedConversations({ ...chain(0), current_node: "x", mapping: {} })).toEqual({
    title: "Long",
    problem: expect.stringContaining("no text"),
  });
  expect(readImportedConversations({ id: 7 })).toBeUndefined();
});
