import { describe, expect, test } from "vitest";
import type { Store } from "../../../../durable-objects/conversation/rows/store.ts";
import type { MessageId } from "../../../../src/domain/ids.ts";
import { textOf } from "../../../../src/domain/message.ts";
import { reopened, type Talk, talk } from "../context/talk.ts";
import { testBucket } from "../trail/bucket.ts";
import { rebuilding } from "./rebuilding.ts";

/** `name`: what a model calls it. */
function open(name?: string) {
  const bucket = testBucket();
  const forgotten: string[] = [];
  const ports = {
    trail: bucket,
    forgetMessage: async (_: unknown, id: string) => void forgotten.push(id),
  };
  const setting = talk({
    ports,
    ...(name !== undefined && { title: () => name }),
    answer: ({ messages }) => `An answer to ${JSON.stringify(messages.at(-1)).length}.`,
  });
  return Object.assign(setting, { bucket, forgotten });
}

/** Whatever a conversation does when nobody speaks. */
async function quiet({ awake, pass }: Talk): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await pass(10_000);
    const woken = awake.wake();
    await pass(0);
    await woken;
  }
}

const branch = ({ transcript, meta }: Store) =>
  meta.head === null ? [] : transcript.branch(meta.head, 100).reverse();
const said = (store: Store) => branch(store).map(({ role, parts }) => `${role}: ${textOf(parts)}`);
const written = (store: Store) =>
  ["messages", "events", "steps", "calls", "deliveries", "compactions", "prefixes", "meta"]
    .filter((table) => store.sql.all("SELECT 1 FROM sqlite_master WHERE name = ?", table).length > 0)
    .map((table) => JSON.stringify(store.sql.all(`SELECT * FROM ${table}`)))
    .join("\n");
const idOf = (store: Store, words: string): MessageId => {
  const found = branch(store).find(({ parts }) => textOf(parts).includes(words));
  if (!found) throw new Error(`nobody said ${words}`);
  return found.id;
};

describe("a message that is deleted", () => {
  test("is gone from the branch, and what stood below it stays", async () => {
    const open_ = open();
    await open_.say("Hello there");
    await open_.say("My password is hunter2");
    await open_.say("What now?");
    const id = idOf(open_.store, "hunter2");
    expect(open_.awake.changes.deleteMessage(id)).toBeUndefined();
    expect(said(open_.store).filter((line) => line.startsWith("user"))).toEqual([
      "user: Hello there",
      "user: What now?",
    ]);
    expect(branch(open_.store)).toHaveLength(5);
    expect(open_.store.meta.message_count).toBe(5);
    expect(open_.events.at(-1)).toMatchObject({ type: "deleted", message_id: id });
  });

  test("leaves no word in the object, in the trail and in memory, while costs stay", async () => {
    const conversation = open();
    await conversation.say("My password is hunter2");
    await conversation.say("What now?");
    await quiet(conversation);
    expect(conversation.bucket.texts().join("")).toContain("hunter2");
    const { cost_usd } = conversation.store.meta;
    const id = idOf(conversation.store, "hunter2");
    conversation.awake.changes.deleteMessage(id);
    await quiet(conversation);
    expect(written(conversation.store)).not.toContain("hunter2");
    expect(conversation.bucket.texts().join("")).not.toContain("hunter2");
    expect(conversation.bucket.texts().join("")).toContain(`"type":"deleted","message_id":"${id}"`);
    expect(conversation.forgotten).toEqual([id]);
    expect(conversation.store.meta.cost_usd).toBe(cost_usd);
    expect(conversation.store.meta.title).toBe("What now?");
    expect(conversation.events.at(-1)).toMatchObject({ type: "title", title: "What now?" });
  });

  test("takes the name along that it gave, by its words or by a model, and what is left gives another", async () => {
    for (const name of [undefined, "About hunter2"]) {
      const conversation = open(name);
      await conversation.say("My password is hunter2");
      await conversation.say("What now?");
      await quiet(conversation);
      expect(conversation.store.meta.title).toContain("hunter2");
      conversation.awake.changes.deleteMessage(idOf(conversation.store, "hunter2"));
      await quiet(conversation);
      expect(conversation.store.meta.title).toBe("What now?");
      expect(written(conversation.store)).not.toContain("hunter2");
      expect(conversation.bucket.texts().join("")).not.toContain("hunter2");
      expect((await rebuilding(conversation.bucket.texts())).meta.title).toBe("What now?");
      conversation.awake.changes.deleteMessage(idOf(conversation.store, "What now?"));
      expect(conversation.store.meta.title).toBe("");
      await conversation.say("Good morning");
      expect(conversation.store.meta.title).toBe("Good morning");
    }
  });

  test("leaves a name that other words give as well, and one that a person gave", async () => {
    const twice = open();
    await twice.say("Hello there");
    await twice.say("Hello there");
    twice.awake.changes.deleteMessage(idOf(twice.store, "Hello there"));
    await quiet(twice);
    expect(twice.store.meta.title).toBe("Hello there");
    expect((await rebuilding(twice.bucket.texts())).meta.title).toBe("Hello there");
    const named = open("A model's");
    await named.say("Hello there");
    named.awake.changes.patch({ title: "Mine" });
    named.awake.changes.deleteMessage(idOf(named.store, "Hello there"));
    expect(named.store.meta.title).toBe("Mine");
  });

  test("takes along what an answer's tools gave, and the next request does not have it", async () => {
    const conversation = open();
    await conversation.say("Tell me a secret");
    const answer = branch(conversation.store).at(-1);
    const words = textOf(answer?.parts ?? []);
    conversation.awake.changes.deleteMessage(answer?.id as MessageId);
    await conversation.say("And?");
    expect(JSON.stringify(conversation.requests.at(-1)?.messages)).not.toContain(words);
    expect(written(conversation.store)).not.toContain(words);
  });

  test("is deleted once, though the bucket was away and the object died meanwhile", async () => {
    const conversation = open();
    await conversation.say("My password is hunter2");
    await quiet(conversation);
    conversation.bucket.mood = "away";
    conversation.awake.changes.deleteMessage(idOf(conversation.store, "hunter2"));
    await quiet(conversation);
    expect(conversation.forgotten).toEqual([]);
    expect(reopened(conversation).sql.all("SELECT * FROM erasures")).toHaveLength(1);
    conversation.bucket.mood = "well";
    await conversation.pass(300_000);
    await quiet(conversation);
    expect(conversation.bucket.texts().join("")).not.toContain("hunter2");
    expect(conversation.forgotten).toHaveLength(1);
    expect(reopened(conversation).sql.all("SELECT * FROM erasures")).toEqual([]);
  });

  test("stays deleted in a conversation that is rebuilt, from a trail that still has it as well", async () => {
    for (const isErased of [false, true]) {
      const conversation = open();
      await conversation.say("Hello there");
      await conversation.say("My password is hunter2");
      await conversation.say("What now?");
      await quiet(conversation);
      const before = conversation.bucket.texts();
      conversation.awake.changes.deleteMessage(idOf(conversation.store, "hunter2"));
      await quiet(conversation);
      const expected = said(conversation.store);
      const texts = isErased
        ? conversation.bucket.texts()
        : [...before, ...conversation.bucket.texts().slice(-1)];
      const rebuilt = await rebuilding(texts);
      expect(said(rebuilt)).toEqual(expected);
    }
  });

  test("has to wait while an answer is being made, and where the agent waits", async () => {
    const conversation = open();
    expect(conversation.awake.changes.deleteMessage("msg_0000000000" as MessageId)).toMatchObject({
      error: "resource_not_found",
    });
    const answer = await conversation.say("Hello there");
    conversation.store.turns.insert({
      ...(conversation.store.turns.page(null, 1)[0] as never as object),
      id: "trn_waiting000",
      state: "queued",
    } as never);
    expect(conversation.awake.changes.deleteMessage(answer)).toMatchObject({ error: "conflict" });
  });
});
