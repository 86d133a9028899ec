import { env, exports } from "cloudflare:workers";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { soon } from "../../support/soon.ts";
import { type Somebody, somebody } from "./somebody.ts";

const worker = (exports as unknown as { default: Fetcher }).default;

const { DB } = env as unknown as Env;

const node = (parent: string | null, role: string, text: string) => ({
  parent,
  children: [],
  message: {
    author: { role },
    create_time: 1_700_000_000.5,
    content: { content_type: "text", parts: [text] },
  },
});
/** As ChatGPT writes them: a tree, with a root of nothing and a branch that was left. */
const OWLS = {
  title: "About owls",
  create_time: 1_700_000_000,
  conversation_id: "6f1e",
  current_node: "c",
  mapping: {
    root: { parent: null, message: null },
    s: node("root", "system", ""),
    a: node("s", "user", "Do owls migrate?"),
    b: node("a", "assistant", "All of them."),
    c: node("a", "assistant", "Some do."),
  },
};

function bring(who: Somebody, body: Uint8Array<ArrayBuffer> | string): Promise<Response> {
  return worker.fetch("http://nightjar.test/api/v1/import", {
    method: "POST",
    headers: { cookie: who.cookie },
    body,
  });
}

async function messagesIn(who: Somebody, title: string) {
  const { items } = (await (await who.ask("GET", "/conversations")).json()) as {
    items: { id: string; title: string }[];
  };
  const [one] = items.filter((each) => each.title === title);
  const page = (await (await who.ask("GET", `/conversations/${one?.id}/messages`)).json()) as {
    items: {
      role: string;
      trust?: string;
      created_at: string;
      siblings?: string[];
      parts: { text: string }[];
    }[];
  };
  return page.items;
}

async function saidIn(who: Somebody, title: string) {
  const items = await messagesIn(who, title);
  return items.map(({ role, trust, created_at, parts }) => [role, parts[0]?.text, trust, created_at]);
}

const zip = (files: Record<string, string>) =>
  new Uint8Array(
    zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))),
  );

test("an export of ChatGPT is brought in as it was shown last, and once", async () => {
  const who = await somebody("member");
  const archive = zip({
    "conversations.json": JSON.stringify([OWLS]),
    "chat.html": "<p>",
    "user.json": "{}",
  });
  expect(await (await bring(who, archive)).json()).toEqual({
    imported: 1,
    known: 0,
    too_long: 0,
    unread: 0,
    left: 0,
    problems: [],
  });
  const at = "2023-11-14T22:13:20.500Z";
  expect(await saidIn(who, "About owls")).toEqual([
    ["user", "Do owls migrate?", "untrusted", at],
    ["assistant", "Some do.", "untrusted", at],
  ]);
  const [listed] = await messagesIn(who, "About owls").then((items) => items.slice(-1));
  expect(listed?.siblings).toHaveLength(2);
  expect(await (await bring(who, JSON.stringify([OWLS]))).json()).toMatchObject({ imported: 0, known: 1 });
});

test("what somebody has exported here is brought in by somebody else as theirs, and not by who has it still", async () => {
  const [ada, bo] = [await somebody("member"), await somebody("member")];
  await bring(ada, JSON.stringify([OWLS]));
  const archive = new Uint8Array(await (await ada.ask("GET", "/export")).arrayBuffer());
  expect(await (await bring(bo, archive)).json()).toMatchObject({ imported: 1 });
  expect(await (await bring(ada, archive)).json()).toMatchObject({ imported: 0, known: 1 });
  expect((await saidIn(bo, "About owls")).map(([, text]) => text)).toEqual(["Do owls migrate?", "Some do."]);
});

test("what was brought in is found, as words from outside of which nothing is learnt", async () => {
  const who = await somebody("member");
  await bring(who, JSON.stringify([OWLS]));
  const items = async (path: string) => {
    const page = (await (await who.ask("GET", path)).json()) as { items: Record<string, string>[] };
    return page.items;
  };
  await soon(async () =>
    expect(await items("/jobs?kind=memory.index_import")).toMatchObject([{ status: "completed" }]),
  );
  expect(await items("/memory/search?q=do+owls+migrate")).toMatchObject([
    { kind: "turn", text: "Do owls migrate?", trust: "untrusted" },
    { kind: "turn", text: "Some do.", trust: "untrusted" },
  ]);
  const [found] = await items("/conversations?q=migrate");
  expect(found).toMatchObject({ title: "About owls" });
  const learnt = await DB.prepare("SELECT stage, last_ordinal FROM consolidation_state WHERE owner = ?")
    .bind(who.id)
    .all();
  expect(learnt.results).toEqual(["consolidate", "extract"].map((stage) => ({ stage, last_ordinal: 1 })));
  await who.ask("DELETE", `/conversations/${found?.["id"]}`);
  await soon(async () => expect(await items("/memory/search?q=do+owls+migrate")).toEqual([]));
});

test("a conversation that was brought in goes on", async () => {
  const who = await somebody("member");
  await bring(who, JSON.stringify([OWLS]));
  const { items } = (await (await who.ask("GET", "/conversations")).json()) as { items: { id: string }[] };
  const said = await who.ask("POST", "/chat", { conversation_id: items[0]?.id, message: "What is 6 * 7?" });
  expect(await said.json()).toMatchObject({ status: "completed" });
  expect(await saidIn(who, "About owls")).toHaveLength(4);
});

/** Each message one letter, each the next one of the one before. */
function letters(count: number) {
  const nodes = Array.from({ length: count }, (_, index) => [
    `n${index}`,
    node(index === 0 ? "root" : `n${index - 1}`, "user", "a"),
  ]);
  return {
    ...OWLS,
    conversation_id: `l${count}`,
    current_node: `n${count - 1}`,
    mapping: Object.fromEntries(nodes),
  };
}

test("a conversation that is longer than one may be here is left out, and the others come", async () => {
  const who = await somebody("member");
  const answer = await bring(who, JSON.stringify([letters(100_000), letters(5_001), letters(2_000), OWLS]));
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    imported: 2,
    known: 0,
    too_long: 2,
    unread: 0,
    left: 0,
    problems: [],
  });
});

test("an archive that unpacks to more than it says is refused as too large", async () => {
  const who = await somebody("member");
  const archive = zip({ "conversations.json": " ".repeat(60_000_000) });
  const view = new DataView(archive.buffer);
  for (let at = 0; at + 4 < archive.length; at++) {
    const mark = view.getUint32(at, true);
    if (mark === 0x04034b50) view.setUint32(at + 22, 100, true);
    if (mark === 0x02014b50) view.setUint32(at + 24, 100, true);
  }
  const refused = await bring(who, archive);
  expect(refused.status).toBe(413);
  expect(await refused.json()).toMatchObject({ reason: expect.stringContaining("at most 50 MB") });
});

test("what holds no conversation is refused with what to send, and guests bring nothing in", async () => {
  const who = await somebody("member");
  for (const body of [
    zip({ "a.txt": "hello" }),
    "[]",
    '{"a":1}',
    "not JSON",
    "PK",
    "[1",
    "[".repeat(100_000),
  ]) {
    const refused = await bring(who, body);
    expect(refused.status).toBe(400);
  }
  const guest = await somebody("guest");
  expect((await bring(guest, JSON.stringify([OWLS]))).status).toBe(403);
});

test("what has no words is counted, with the reason, and the list has each where its time is", async () => {
  const who = await somebody("member");
  const image = { content_type: "multimodal_text", parts: [{ content_type: "image_asset_pointer" }] };
  const empty = {
    ...OWLS,
    conversation_id: "pictures",
    title: "Pictures",
    mapping: { c: { parent: null, message: { author: { role: "user" }, content: image } } },
  };
  const answer = await bring(who, JSON.stringify([OWLS, empty, { id: 7 }]));
  expect(await answer.json()).toMatchObject({
    imported: 1,
    unread: 2,
    problems: [
      expect.stringContaining("Pictures: It has no text"),
      expect.stringContaining("this kind of conversation"),
    ],
  });
  const { items } = (await (await who.ask("GET", "/conversations")).json()) as {
    items: { title: string; created_at: string; updated_at: string }[];
  };
  expect(items.find(({ title }) => title === "About owls")).toMatchObject({
    created_at: "2023-11-14T22:13:20.500Z",
    updated_at: "2023-11-14T22:13:20.500Z",
  });
});
