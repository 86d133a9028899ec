/** Objects whose version promises columns that they never got are brought to what is described, and go on. */
import { describe, expect, it } from "vitest";
import { CONVERSATION } from "../../../../durable-objects/conversation/rows/schema/schema.ts";
import { openStore, type Store } from "../../../../durable-objects/conversation/rows/store.ts";
import { standingIn } from "../../../../durable-objects/sql/standing.ts";
import { Tables } from "../../../../durable-objects/sql/tables.ts";
import { createIds, trustId } from "../../../../src/domain/ids.ts";
import { conversationLeftThen, LEFT_THEN } from "../../../fixtures/conversation/days.ts";
import { LEFT_AT, november23 } from "../../../fixtures/conversation/november-23.ts";
import { ConversationRig, OWNER } from "../../../support/machine/rig.ts";
import { Timeline } from "../../../support/machine/timeline.ts";
import type { NodeSql } from "../../../support/node-sql.ts";

const ids = createIds(
  () => 1_000,
  (bytes) => void bytes.fill(7),
);

function opened(sql: NodeSql): Store {
  const store = openStore(new Tables(sql, CONVERSATION), ids);
  if (!store) throw new Error("it did not open");
  return store;
}

describe.each(LEFT_THEN)("an object of $day, late tables $late, last opened by version $version", (left) => {
  it("has every column of the tables that it has", () => {
    const sql = conversationLeftThen(left);
    opened(sql);
    const { tables } = standingIn(sql);
    for (const { name, columns } of CONVERSATION.tables)
      if (tables.has(name))
        expect([name, [...(tables.get(name) ?? [])].toSorted()]).toEqual([
          name,
          Object.keys(columns).toSorted(),
        ]);
  });

  it("takes a message, with what an answer keeps of how it was made", () => {
    const sql = conversationLeftThen(left);
    const store = opened(sql);
    const answer = {
      role: "assistant",
      parts: [],
      status: "complete",
      created_at: "1970-01-01T00:00:01.000Z",
    } as const;
    const made = { model: "acme/one", duration_ms: 7 };
    store.commit(1_000, () => {
      store.transcript.put(
        { ...answer, ...made, parts: [], id: trustId("msg_9"), parent_id: trustId("msg_5") },
        null,
      );
      store.meta.erasing = true;
    });
    const later = opened(sql);
    expect(later.transcript.get(trustId("msg_9"))).toMatchObject(made);
    expect(later.transcript.get(trustId("msg_2"))).toMatchObject({ parts: [{ text: "Hi" }] });
    expect(later.meta).toMatchObject({ title: "Old", erasing: true });
  });
});

it("a conversation that the code of 23 November left answers, gets a name, and loses a message", async () => {
  const rig = new ConversationRig({ timeline: new Timeline(LEFT_AT) });
  rig.machine.sql.script([november23(OWNER)]);
  await rig.say("And three plus three?");
  await rig.pass();
  expect(rig.said().slice(-2)).toEqual(["user: And three plus three?", "assistant: ok"]);
  expect(rig.messages().at(-1)).toMatchObject({ model: "acme/one" });
  await rig.machine.request(({ changes }) => changes.patch({ title: "Sums" }));
  const asked = rig.messages()[2]?.id;
  await rig.machine.request(({ changes }) => asked && changes.deleteMessage(asked));
  await rig.pass();
  rig.machine.kill();
  await rig.pass();
  expect(rig.store.meta.title).toBe("Sums");
  expect(rig.messages()).toHaveLength(3);
  expect(rig.logged).toEqual([]);
});

it("an object that was looked at once is not looked at again", () => {
  const sql = conversationLeftThen({ day: "23 November, late", late: "made", version: 11 });
  opened(sql);
  const asked: string[] = [];
  const { all } = sql;
  sql.all = (query, ...values) => {
    asked.push(query);
    return all.call(sql, query, ...values) as never;
  };
  opened(sql);
  expect(asked.filter((query) => query.includes("pragma"))).toEqual([]);
});
