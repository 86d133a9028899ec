/** Rows of the index as a flush and the front door write them, over D1's own SQL. */
import { expect, test } from "vitest";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { ConversationIndex, type NewConversation } from "../../../src/storage/d1/index/conversations.ts";
import { nodeD1 } from "../../support/node-d1.ts";

const row = (id: string, more: Partial<NewConversation> = {}): NewConversation => ({
  id,
  owner: "ann",
  agent: null,
  channel: "web",
  title: `Said "${id}" é🙂`,
  created_at: 1,
  updated_at: 10,
  ...more,
});

test("a new conversation stands as drizzle would have written it", async () => {
  const index = new ConversationIndex(openDatabase(nodeD1()));
  await index.note(row("cnv_noted", { own_chat: true, cost_usd: 0.25 }));
  await index.insert(row("cnv_inserted", { own_chat: true, cost_usd: 0.25 }));
  const [noted, inserted] = [await index.get("cnv_noted"), await index.get("cnv_inserted")];
  expect(noted).toEqual({ ...inserted, id: "cnv_noted", title: `Said "cnv_noted" é🙂` });
  expect(noted).toMatchObject({ own_chat: true, cost_usd: 0.25, pinned: false, tags: "[]", state: "idle" });
  await index.note(row("cnv_noted", { title: "Again" }));
  expect((await index.get("cnv_noted"))?.title).toBe(noted?.title);
});

test("several are renewed by one statement: newer state wins, and what a person has set stays", async () => {
  const index = new ConversationIndex(openDatabase(nodeD1()));
  await index.note(row("cnv_1"), row("cnv_3"));
  expect(await index.get("cnv_3")).toMatchObject({ owner: "ann", revision: 0 });
  await index.patch("cnv_1", { pinned: true, folder: "tea", tags: '["hot"]' });
  const newer = [
    row("cnv_1", { owner: "bob", title: "Newer", revision: 5, said_seq: 3, said: "Yes" }),
    row("cnv_2", { revision: 2, own_chat: false }),
  ];
  await index.upsert(newer).run();
  await index.upsert([row("cnv_1", { title: "Older", revision: 4, said_seq: 9 })]).run();
  expect(await index.get("cnv_1")).toMatchObject({
    owner: "ann",
    title: "Newer",
    said: "Yes",
    said_seq: 3,
    revision: 5,
    pinned: true,
    folder: "tea",
    tags: '["hot"]',
  });
  await index.upsert([row("cnv_1", { title: "Newest", revision: 5, said_seq: 1 })]).run();
  expect(await index.get("cnv_1")).toMatchObject({ title: "Newest", said_seq: 3 });
  expect(await index.get("cnv_2")).toMatchObject({ revision: 2, own_chat: false });
});
