/** Finding conversations by what was said, and by where they were put. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { somebody } from "../people/somebody.ts";
import { api, fetchAs } from "./scene.ts";

const bindings = env as unknown as Env;

interface Found {
  items: { conversation_id: string; message_id: string; role: string; snippet: string; marks: number[][] }[];
  next_cursor: string | null;
}
interface Listed {
  items: { id: string; folder: string; tags: string[] }[];
}

const begun = (answer: string) =>
  api<{ conversation_id: string }>("POST", "/chat", {
    message: tell({ text: [answer] }),
    model: "openai/told",
  }).then(({ conversation_id }) => conversation_id);

const search = (q: string, more = "") =>
  api<Found>("GET", `/conversations/search?q=${encodeURIComponent(q)}${more}`);

const remembered = (conversation: string, id: string, text: string, date: string) =>
  api("POST", "/memory/index", { conversation, items: [{ id, text, date }] });

test("finds the message itself, page by page, and nothing of anybody else's", async () => {
  const [first, second] = [await begun("One"), await begun("Two")];
  await remembered(first, "msg_a", "The lighthouses of Kintyre were lit at dusk", "2026-03-01");
  await remembered(second, "msg_b", "Kintyre has a lighthouse that is dark", "2026-03-02");
  await remembered("cnv_of_nobody", "msg_c", "A lighthouse on Kintyre", "2026-03-03");
  const found = await search("lighthouse kint");
  expect(found.items.map((item) => item.message_id)).toEqual(["msg_b", "msg_a"]);
  expect(found.items[1]).toMatchObject({
    conversation_id: first,
    at: "2026-03-01T00:00:00.000Z",
    snippet: "The lighthouses of Kintyre were lit at dusk",
    marks: [
      [4, 15],
      [19, 26],
    ],
  });
  const page = await search("lighthouse kintyre", "&limit=1");
  const next = await search("lighthouse kintyre", `&limit=1&cursor=${page.next_cursor}`);
  expect([...page.items, ...next.items]).toEqual(found.items);
  expect(next.next_cursor).toBe(null);
  const stranger = await somebody("member");
  const theirs = await stranger.ask("GET", "/conversations/search?q=lighthouse");
  expect(await theirs.json()).toEqual({ items: [], next_cursor: null });
  for (const hostile of ['"', "* OR 1", "NEAR(a b)", "body:x ^", "🪿"]) await search(hostile);
  expect((await fetchAs("GET", "/conversations/search?q=a&cursor=x")).status).toBe(400);
  expect((await fetchAs("GET", "/conversations/search?q=%20")).status).toBe(400);
});

test("finds what was said to its members, and to no one else, in a conversation that is shared", async () => {
  const id = await begun("Three");
  await remembered(id, "msg_d", "The cormorant dives", "2026-03-01");
  const member = await somebody("member");
  const sought = async () =>
    (await (await member.ask("GET", "/conversations/search?q=cormorant")).json()) as Found;
  expect((await sought()).items).toEqual([]);
  await bindings.DB.prepare(
    "UPDATE memory_partitions SET scope = ?1 WHERE id = (SELECT id >> 32 FROM chunks WHERE key = 'msg_d')",
  )
    .bind(`conversation:${id}`)
    .run();
  expect((await sought()).items).toEqual([]);
  await bindings.DB.prepare(
    "INSERT INTO conversation_members (conversation_id, person_id, rights, created_at) VALUES (?1, ?2, '[]', 0)",
  )
    .bind(id, member.id)
    .run();
  expect((await sought()).items.map((item) => item.message_id)).toEqual(["msg_d"]);
});

test("lists what is in a folder or has a tag, and tells which there are", async () => {
  const [id, other] = [await begun("One"), await begun("Two")];
  await api("PATCH", `/conversations/${id}`, { folder: " Garden ", tags: ["roses", "spring", "roses"] });
  await api("PATCH", `/conversations/${other}`, { folder: "Sea", tags: ["spring"] });
  const ids = async (query: string) =>
    (await api<Listed>("GET", `/conversations?${query}`)).items.map((item) => item.id);
  expect(await ids("folder=Garden")).toEqual([id]);
  expect((await ids("tag=spring")).sort()).toEqual([id, other].sort());
  expect(await ids("folder=")).not.toContain(id);
  expect(await api("GET", "/conversations/labels")).toEqual({
    folders: [
      { name: "Garden", conversations: 1 },
      { name: "Sea", conversations: 1 },
    ],
    tags: [
      { name: "roses", conversations: 1 },
      { name: "spring", conversations: 2 },
    ],
  });
  await api("PATCH", `/conversations/${id}`, { folder: "" });
  expect(await ids("folder=Garden")).toEqual([]);
});
