/** Citations and documents of other programs' exports. */
import { expect, test } from "vitest";
import { readImportedConversations } from "../../../src/export/imported-conversation.ts";

const texts = (json: unknown) => {
  const past = readImportedConversations(json);
  if (!past || past === "too_long" || !("said" in past)) throw new Error("nothing was read");
  return { ...past, texts: past.said.map(({ role, text }) => `${role}: ${text}`) };
};

test("ChatGPT's citations become numbers with their pages", () => {
  const mark = "\ue200cite\ue202turn0search1\ue202turn0search4\ue201";
  const pages = [
    { title: "Bridge", url: "https://a.example/bridge?utm_source=chatgpt.com" },
    { title: "Ferry", url: "https://b.example/ferry" },
    { title: "Script", url: "javascript:alert(1)" },
  ];
  const message = {
    author: { role: "assistant" },
    content: {
      content_type: "text",
      parts: [`It opened. ${mark}\n\nIt is long\u301012\u2020source\u3011. It is old. ${mark}`],
    },
    metadata: {
      content_references: [
        { matched_text: mark, type: "grouped_webpages", items: pages },
        { matched_text: mark, type: "grouped_webpages", items: pages.slice(0, 1) },
        { matched_text: " ", type: "sources_footnote", sources: pages },
      ],
    },
  };
  const past = texts({ id: "x", title: "t", current_node: "a", mapping: { a: { parent: null, message } } });
  expect(past.texts).toEqual(["assistant: It opened. [1][2]\n\nIt is long. It is old. [1]"]);
  const [bridge, ferry] = [
    { index: 1, url: "https://a.example/bridge", title: "Bridge" },
    { index: 2, url: "https://b.example/ferry", title: "Ferry" },
  ];
  expect(past.said[0]?.citations).toEqual([bridge, ferry, bridge]);
});

test("ChatGPT's newest citations name a page themselves, with its words, and files", () => {
  const [page, file] = ["\ue200cite\ue202turn0search4\ue201", "\ue200filecite\ue202turn1file0\ue201"];
  const message = {
    author: { role: "assistant" },
    content: { content_type: "text", parts: [`It opened. ${page} It is in the plan. ${file}`] },
    metadata: {
      content_references: [
        {
          ...{ matched_text: page, type: "webpage_extended", title: "Bridge" },
          ...{ url: "https://a.example/bridge?utm_source=chatgpt.com", snippet: "The bridge opened in May." },
        },
        { matched_text: file, type: "file", name: "plan.pdf", id: "file-1", snippet: "Bridge: May" },
      ],
    },
  };
  const past = texts({ id: "x", title: "t", current_node: "a", mapping: { a: { parent: null, message } } });
  expect(past.texts).toEqual(["assistant: It opened. [1] It is in the plan. [2]"]);
  expect(past.said[0]?.citations).toEqual([
    { index: 1, url: "https://a.example/bridge", title: "Bridge", quote: "The bridge opened in May." },
    { index: 2, url: "", title: "plan.pdf", kind: "file", quote: "Bridge: May" },
  ]);
});

test("documents of ChatGPT's canvas are answers, as they were written and rewritten", () => {
  const said = (recipient: string, json: object) => ({
    author: { role: "assistant" },
    recipient,
    content: { content_type: "code", language: "json", text: JSON.stringify(json) },
  });
  const mapping = {
    a: {
      parent: null,
      message: said("canmore.create_textdoc", { name: "frog_story", type: "document", content: "Once." }),
    },
    b: {
      parent: "a",
      message: said("canmore.update_textdoc", { updates: [{ pattern: ".*", replacement: "Twice." }] }),
    },
    c: {
      parent: "b",
      message: said("canmore.update_textdoc", { updates: [{ pattern: "T", replacement: "N" }] }),
    },
    d: {
      parent: "c",
      message: said("canmore.create_textdoc", { name: "hop", type: "code/python", content: "hop()\n" }),
    },
    e: { parent: "d", message: said("python", { content: "hidden" }) },
  };
  expect(texts({ id: "x", title: "t", current_node: "e", mapping }).texts).toEqual([
    "assistant: **frog story**\n\nOnce.",
    "assistant: Twice.",
    "assistant: **hop**\n\n```python\nhop()\n```",
  ]);
});

test("Claude's citations come with the titles and texts that its searches found", () => {
  const found = (url: string, title: string, text: string) => ({
    ...{ type: "knowledge", title, url, text, is_citable: true },
    metadata: { type: "webpage_metadata", site_domain: new URL(url).host },
  });
  const cited = (start_index: number, end_index: number, url: string) => ({
    ...{ uuid: "c", start_index, end_index },
    details: { type: "web_search_citation", url },
  });
  const [frogs, toads] = ["https://frogs.example/winter", "https://toads.example/"];
  const [first, second] = ["Frogs sleep in the mud 🐸. ", "Toads walk, newts swim."];
  const message = {
    ...{ uuid: "m1", sender: "assistant", text: "", created_at: "2026-05-01T08:00:00Z" },
    content: [
      { type: "text", text: "I look it up." },
      { type: "tool_use", name: "web_search", input: { query: "frogs winter" } },
      {
        ...{ type: "tool_result", name: "web_search" },
        content: [
          found(frogs, "Frogs in winter", "Ponds freeze. In winter frogs sleep in the mud of ponds."),
          found("https://newts.example/", "Newts", "Newts swim."),
        ],
      },
      { type: "text", text: first, citations: [cited(0, 22, frogs), cited(0, 22, toads), { uuid: "x" }] },
      { type: "text", text: second, citations: [cited(0, 10, frogs)] },
      { type: "text", text: " That is all." },
    ],
  };
  const past = readImportedConversations({ uuid: "u2", name: "Frogs", chat_messages: [message] });
  if (!past || past === "too_long" || !("said" in past)) throw new Error("nothing was read");
  expect(past.said[0]?.text).toBe(
    "I look it up.\n\nFrogs sleep in the mud [1][2] 🐸. Toads walk [1], newts swim. That is all.",
  );
  const page = { index: 1, url: frogs, title: "Frogs in winter", kind: "page", key: `page:${frogs}` };
  expect(past.said[0]?.citations).toEqual([
    { ...page, quote: "In winter frogs sleep in the mud of ponds." },
    { index: 2, url: toads, title: "", kind: "page" },
    page,
  ]);
  expect(past.texts).toEqual({
    [`page:${frogs}`]: "Ponds freeze. In winter frogs sleep in the mud of ponds.",
  });
});

test("Open WebUI's citations come with the passages that the export holds", () => {
  const sources = [
    {
      source: { id: "c1", name: "Handbook" },
      document: ["Frogs sleep in winter.", "Toads walk."],
      metadata: [{ source: "frogs.pdf", name: "frogs.pdf" }, { source: "https://toads.example/" }],
    },
    { source: {}, document: ["Frogs eat flies."], metadata: [{ source: "frogs.pdf" }] },
  ];
  const content = "They sleep in winter [1]. Toads walk [2, 1]. Newts swim [9].";
  const messages = { a: { id: "a", parentId: null, role: "assistant", content, sources } };
  const past = readImportedConversations({
    ...{ id: "w2", title: "Frogs" },
    chat: { history: { messages, currentId: "a" } },
  });
  if (!past || past === "too_long" || !("said" in past)) throw new Error("nothing was read");
  const [frogs, toads] = [
    { index: 1, url: "", title: "frogs.pdf", kind: "file", key: "passages:0" },
    { index: 2, url: "https://toads.example/", title: "Handbook", kind: "page", key: "passages:1" },
  ];
  const cited = [{ ...frogs, quote: "Frogs sleep in winter." }, { ...toads, quote: "Toads walk." }, frogs];
  expect(past.said[0]?.citations).toEqual(cited);
  expect(past).toMatchObject({
    texts: { "passages:0": "Frogs sleep in winter.\n\nFrogs eat flies.", "passages:1": "Toads walk." },
  });
});
