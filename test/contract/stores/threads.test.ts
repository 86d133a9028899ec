import { expect, test } from "vitest";
import { trustId } from "../../../src/domain/ids.ts";
import { toldOf } from "../../../src/routing/threads.ts";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { ThreadStore } from "../../../src/storage/d1/index/threads.ts";
import { chunks } from "../../../src/storage/d1/schema/memory/passages.ts";
import { identities, persons } from "../../../src/storage/d1/schema/people.ts";
import { nodeD1 } from "../../support/node-d1.ts";

const TELEGRAM = { channel: "telegram", account: "bot" } as const;

async function aHouse() {
  const db = openDatabase(nodeD1());
  const threads = new ThreadStore(db, () => 1);
  const said = (owner: string, thread: string, sender_name?: string) =>
    threads.link(
      toldOf({ ...TELEGRAM, sender: thread, thread, ...(sender_name && { sender_name }) }),
      owner,
      trustId(`cnv_${thread}`),
    );
  await said("admin", "777", "Tess");
  await said("admin", "778", "Ben");
  await said("psn_1", "779");
  await said("admin", "780");
  const passage = { owner: "admin", kind: "turn", ordinal: 0, role: "user", places: "", created_at: 1 };
  const words = { source: "cnv_780", key: "msg_1", speaker: "Noor", text: "Hi", hash: "h" };
  await db.insert(chunks).values({ id: 1, ...passage, ...words });
  const times = { created_at: 1, updated_at: 1 };
  await db.insert(persons).values({ id: "psn_1", username: "annie", name: "Ann", role: "member", ...times });
  const linked = { ...TELEGRAM, platform_id: "779", person_id: "psn_1", name: "Annabel" };
  await db.insert(identities).values({ ...linked, created_at: 1 });
  return threads;
}

test.each([
  ["777", ["777"]],
  ["tess", ["777"]],
  ["Annabel", ["779"]],
  ["Ann", ["779"]],
  ["annie", ["779"]],
  ["psn_1", ["779"]],
  ["noor", ["780"]],
  ["Nobody", []],
])("the threads of %s begin anew", async (contact, expected) => {
  const threads = await aHouse();
  const reset = await threads.resetOf(null, { contact });
  expect(reset.map(({ thread }) => thread)).toEqual(expected);
  expect(await threads.knows(null, contact)).toBe(expected.length > 0);
});

test("somebody else's threads do not", async () => {
  const threads = await aHouse();
  expect(await threads.resetOf("psn_1", { contact: "Tess" })).toEqual([]);
  expect(await threads.knows("psn_1", "Tess")).toBe(false);
});
