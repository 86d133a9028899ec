import { describe, expect, test } from "vitest";
import { reopened, type Talk, talk } from "../context/talk.ts";
import { linesOf, testBucket } from "./bucket.ts";

function open(bucket = testBucket()): Talk & { bucket: typeof bucket } {
  return Object.assign(talk({ ports: { trail: bucket } }), { bucket });
}

/** The alarm, when it is due: what a conversation does when nobody speaks. */
async function quiet({ awake, pass }: Talk, ms = 6_000): Promise<void> {
  await pass(ms);
  const woken = awake.wake();
  await pass(0);
  await woken;
}

const messagesIn = (texts: readonly string[]) => linesOf(texts).filter(({ type }) => type === "message");

describe("the trail", () => {
  test("is not waited for by any answer", async () => {
    const conversation = open();
    conversation.bucket.mood = "hangs";
    await conversation.say("one");
    void conversation.awake.wake();
    await conversation.say("two");
    await conversation.say("three");
    expect(conversation.requests).toHaveLength(3);
  });

  test("takes many short turns in one write", async () => {
    const conversation = open();
    // Twenty turns a second; the alarm of a busy conversation rings every two seconds.
    for (let turn = 1; turn <= 100; turn++) {
      await conversation.say(`turn ${turn}`, undefined, 50);
      if (turn % 40 === 0) void conversation.awake.wake();
    }
    await quiet(conversation);
    expect(conversation.bucket.writes.length).toBeLessThanOrEqual(3);
    expect(messagesIn(conversation.bucket.texts())).toHaveLength(200);
  });

  test("goes along with what the first turn has left: a conversation of one turn wakes once after it", async () => {
    const conversation = open();
    await conversation.say("one", undefined, 2_000);
    await quiet(conversation, 0);
    expect(conversation.flushed).toHaveLength(1);
    expect(messagesIn(conversation.bucket.texts())).toHaveLength(2);
    await conversation.say("two", undefined, 2_000);
    await quiet(conversation, 0);
    expect(conversation.flushed).toHaveLength(2);
    expect(messagesIn(conversation.bucket.texts())).toHaveLength(2);
    await quiet(conversation);
    expect(messagesIn(conversation.bucket.texts())).toHaveLength(4);
  });

  test("is written at once when a segment is full", async () => {
    const conversation = open();
    const { components } = conversation.awake as unknown as { components: { trail: { due: number | null } } };
    const due = () => components.trail.due;
    await conversation.say("x".repeat(70_000));
    expect(due()).toBeLessThanOrEqual(conversation.clock.now());
    await quiet(conversation, 0);
    expect(conversation.bucket.keys().length).toBeGreaterThan(0);
  });

  test("is tried again when the bucket was away, and loses nothing", async () => {
    const conversation = open();
    conversation.bucket.mood = "away";
    await conversation.say("one");
    await quiet(conversation);
    await conversation.say("two");
    await quiet(conversation);
    expect(conversation.bucket.writes).toEqual([]);
    conversation.bucket.mood = "well";
    await quiet(conversation, 300_000);
    expect(messagesIn(conversation.bucket.texts())).toHaveLength(4);
  });

  test("has the same key and bytes when a write was done and nobody heard so", async () => {
    const conversation = open();
    conversation.bucket.mood = "silent";
    await conversation.say("one");
    await quiet(conversation);
    conversation.bucket.mood = "well";
    await quiet(conversation, 300_000);
    const [first, again, ...more] = conversation.bucket.writes;
    expect(again).toEqual(first);
    expect(more).toEqual([]);
  });

  test("says the same after a crash between a write and its mark, though more was said meanwhile", async () => {
    const conversation = open();
    conversation.bucket.mood = "silent";
    await conversation.say("one");
    await quiet(conversation);
    const store = reopened(conversation);
    expect(store.sql.all("SELECT written FROM trail")).toEqual([{ written: 0 }]);
    await conversation.say("two");
    conversation.bucket.mood = "well";
    await quiet(conversation, 300_000);
    const [first, again, grown] = conversation.bucket.writes;
    expect(again).toEqual(first);
    expect(grown?.key).toBe(first?.key);
    expect(messagesIn(conversation.bucket.texts())).toHaveLength(4);
  });

  test("begins a new segment each day, in UTC", async () => {
    const conversation = open();
    await conversation.say("today");
    await quiet(conversation);
    await conversation.pass(13 * 3_600_000);
    await conversation.say("tomorrow");
    await quiet(conversation);
    const days = conversation.bucket.keys().map((key) => key.split("/")[1]);
    expect(days).toEqual(["2026-11-21", "2026-11-22"]);
    for (const [index, day] of days.entries()) {
      const lines = linesOf(conversation.bucket.texts().slice(index, index + 1));
      expect(
        lines.filter(({ type }) => type !== "snapshot").every(({ ts }) => ts.startsWith(day ?? "?")),
      ).toBe(true);
    }
  });

  test("has what changed without a turn: a title, another branch, a summary", async () => {
    const conversation = open();
    const first = await conversation.say("one");
    await conversation.say("two");
    await conversation.say("other", first);
    conversation.awake.changes.patch({ title: "Named" });
    const asked = conversation.store.transcript.recorded(null, 10).at(2)?.message.id;
    conversation.awake.changes.switchHead(asked ?? first);
    void conversation.awake.compaction.compact();
    await quiet(conversation);
    const types = linesOf(conversation.bucket.texts()).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(["title", "head", "compaction"]));
  });

  test("writes nothing when nothing was said", async () => {
    const conversation = open();
    await quiet(conversation);
    await quiet(conversation);
    expect(conversation.bucket.writes).toEqual([]);
    await conversation.say("one");
    await quiet(conversation);
    await quiet(conversation);
    expect(conversation.bucket.writes).toHaveLength(1);
  });
});
