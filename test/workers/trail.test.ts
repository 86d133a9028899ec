import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import type { Message } from "../../src/domain/message.ts";
import {
  branch,
  index,
  inObject,
  meanwhile,
  must,
  OWNER,
  openConversation,
  pace,
  regenerate,
  say,
  settle,
  stubOf,
  tell,
  trailKeys,
  trailTexts,
} from "./trail-support.ts";

const think = { id: "call_think", name: "think", pieces: ['{"thought":"two and two"}'] };
const ask = {
  id: "call_ask",
  name: "ask_user",
  pieces: ['{"question":"Tea or coffee?","options":["tea","coffee"]}'],
};

interface Line {
  type: string;
  seq: number;
  ts: string;
  [field: string]: unknown;
}

function linesOf(texts: string[]): Line[] {
  return texts.flatMap((text) => text.trim().split("\n")).map((line) => JSON.parse(line) as Line);
}

const said = (messages: Message[]) =>
  messages.map(({ id, parent_id, role, parts, status, usage, cost_usd }) => ({
    id,
    parent_id,
    role,
    parts,
    status,
    usage,
    cost_usd,
  }));

describe("the trail of a conversation", () => {
  test("tells every event of record in order, below a day, and no deltas", async () => {
    const { id, stub } = await openConversation();
    await say(stub, tell({ calls: [think] }, { text: ["Four."] }));
    await settle(stub);
    const [key = ""] = await trailKeys(id);
    expect(key).toMatch(new RegExp(`^trail/${id}/\\d{4}-\\d{2}-\\d{2}/\\d+\\.jsonl$`));
    const lines = linesOf(await trailTexts(id));
    expect(lines.map(({ type }) => type)).toEqual([
      "input",
      "message",
      "title",
      "turn_start",
      "tool_start",
      "tool_result",
      "message",
      "turn_end",
      "snapshot",
    ]);
    const seqs = lines.map(({ seq }) => seq);
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
    expect(new Set(lines.map(({ ts }) => ts.slice(0, 10)))).toEqual(new Set([key.split("/")[2]]));
  });

  test("is written by the alarm, once the conversation is quiet", async () => {
    const { id, stub } = await openConversation();
    await say(stub, "Hello");
    expect(await trailKeys(id)).toEqual([]);
    await pace(stub, { trail_quiet_ms: 0 });
    await say(stub, "Goodbye");
    await runDurableObjectAlarm(stub);
    await expect.poll(() => trailKeys(id)).toHaveLength(1);
  });

  test("grows its newest segment while that is short, and never holds an event twice", async () => {
    const { id, stub } = await openConversation();
    for (const text of ["one", "two", "three"]) {
      await say(stub, text);
      await settle(stub);
    }
    const texts = await trailTexts(id);
    expect(texts).toHaveLength(1);
    const events = linesOf(texts).filter(({ type }) => type !== "snapshot" && type !== "input");
    expect(events.filter(({ type }) => type === "message")).toHaveLength(6);
    expect(new Set(events.map(({ seq }) => seq)).size).toBe(events.length);
  });

  test("begins a new segment when the newest is full", async () => {
    const { id, stub } = await openConversation();
    for (const letter of ["a", "b", "c"]) {
      await say(stub, letter.repeat(70_000));
      await settle(stub);
    }
    const lines = linesOf(await trailTexts(id));
    expect((await trailKeys(id)).length).toBeGreaterThanOrEqual(3);
    expect(lines.filter(({ type }) => type === "message")).toHaveLength(6);
  });

  test("has the same key and the same bytes when a crash comes between the write and its mark", async () => {
    const { id, stub } = await openConversation();
    await say(stub, "Hello");
    await settle(stub);
    const [before] = await trailTexts(id);
    const snapshot = `${before?.trim().split("\n").at(-1)}\n`;
    const woken = await meanwhile(id, (storage) =>
      storage.sql.exec("UPDATE trail SET written = 0, snapshot = ?", snapshot),
    );
    await must(await woken.state(OWNER));
    await settle(woken);
    expect(await trailTexts(id)).toEqual([before]);
  });

  test("is complete after an eviction that came before it was written", async () => {
    const { id, stub } = await openConversation();
    await say(stub, "Hello");
    await evictDurableObject(stub);
    const woken = stubOf(id);
    must(await woken.state(OWNER));
    await settle(woken);
    expect(linesOf(await trailTexts(id)).filter(({ type }) => type === "message")).toHaveLength(2);
  });

  test("goes with its conversation, and does not bring it back", async () => {
    const { id, stub } = await openConversation();
    await say(stub, "Forget me");
    await settle(stub);
    must(await stub.erase(OWNER));
    expect(await trailKeys(id)).toEqual([]);
    expect(await stubOf(id).state(OWNER)).toMatchObject({ ok: false });
  });
});

describe("a conversation whose own state is gone", () => {
  const wiped = (id: Parameters<typeof meanwhile>[0]) => meanwhile(id, (storage) => storage.deleteAll());

  test("is there again with its messages, branches, title and costs", async () => {
    const { id, stub } = await openConversation();
    const usage = { input: 1_000, output: 200, cache_read: 50, cache_write: 0 };
    const first = await say(stub, tell({ calls: [think] }, { text: ["Four."], usage }));
    await say(stub, tell({ text: ["Second."], usage }));
    await say(stub, tell({ text: ["Edited."], usage }), first.answered);
    await regenerate(stub, first.answered);
    must(await stub.patch(OWNER, { title: "Sums", mode: "brief" }));
    const before = { messages: await branch(stub), state: must(await stub.state(OWNER)) };
    await settle(stub);
    expect(before.state.cost_usd).toBeGreaterThan(0);

    const rebuilt = await wiped(id);
    const state = must(await rebuilt.state(OWNER));
    expect(said(await branch(rebuilt))).toEqual(said(before.messages));
    // When it wakes, and at which seq it is, are of this life of the object.
    const kept = { seq: 0, wakes: null };
    expect({ ...state, ...kept }).toEqual({ ...before.state, ...kept });
    expect(state.seq).toBeGreaterThan(before.state.seq);

    must(await rebuilt.switchHead(OWNER, first.answered));
    const other = await branch(rebuilt);
    expect(other.map(({ parts }) => parts.at(-1))).toContainEqual({ type: "text", text: "Edited." });
    expect(
      other.find(({ role, parent_id }) => role === "user" && parent_id === first.answered),
    ).toMatchObject({
      siblings: expect.arrayContaining([expect.any(String), expect.any(String)]),
    });
  });

  test("goes on as before: what is said next is answered, and trailed behind what was", async () => {
    const { id, stub } = await openConversation();
    await say(stub, "Before");
    await settle(stub);
    const old = await trailTexts(id);
    const rebuilt = await wiped(id);
    const { end } = await say(rebuilt, "After");
    expect(end?.status).toBe("completed");
    await settle(rebuilt);
    const texts = await trailTexts(id);
    expect(texts[0]).toBe(old[0]);
    expect(linesOf(texts).filter(({ type }) => type === "message")).toHaveLength(4);
    expect(said(await branch(await wiped(id)))).toHaveLength(4);
  });

  test("says that it was rebuilt", async () => {
    const { id, stub } = await openConversation();
    await say(stub, "Hello");
    await settle(stub);
    const rebuilt = await wiped(id);
    must(await rebuilt.state(OWNER));
    const notices = await inObject(rebuilt, (awake) =>
      [...awake.store.log.since(0)].filter((event) => event.type === "notice"),
    );
    expect(notices).toMatchObject([{ text: expect.stringContaining("rebuilt from its trail") }]);
  });

  test("still waits for the answer to its question, and takes it", async () => {
    const { id, stub } = await openConversation();
    const { end } = await say(stub, tell({ calls: [ask] }, { text: ["Tea it is."] }));
    expect(end?.status).toBe("parked");
    await settle(stub);
    const rebuilt = await wiped(id);
    expect(must(await rebuilt.state(OWNER)).turn).toMatchObject({ state: "parked" });
    await say(rebuilt, "tea");
    const last = (await branch(rebuilt)).at(-1);
    expect(last).toMatchObject({ status: "complete" });
    expect(last?.parts.at(-1)).toEqual({ type: "text", text: "Tea it is." });
  });

  test("keeps its reminders", async () => {
    const { id, stub } = await openConversation();
    const at = Date.now() + 3_600_000;
    await inObject(stub, (awake) =>
      awake.store.commit(Date.now(), () => awake.store.reminders.add({ key: "k", at, text: "Tea" })),
    );
    await say(stub, "Hello");
    await settle(stub);
    const rebuilt = await wiped(id);
    must(await rebuilt.state(OWNER));
    expect(await inObject(rebuilt, (awake) => awake.store.reminders.list())).toMatchObject([
      { at, text: "Tea" },
    ]);
  });

  test("gives the message whose turn was lost its one final answer", async () => {
    const { id, stub } = await openConversation();
    await say(stub, "Hello");
    await settle(stub);
    const lost = await inObject(stub, async (awake) => {
      const receipt = awake.receive({
        type: "user_message",
        key: "lost",
        source: { channel: "web", sender: OWNER.owner },
        parts: [{ type: "text", text: "And now?" }],
      });
      await awake.flush();
      return receipt;
    });
    const rebuilt = await wiped(id);
    const last = (await branch(rebuilt)).at(-1);
    expect(last).toMatchObject({ role: "assistant", status: "failed" });
    expect(last?.parent_id).toBe("message_id" in lost ? lost.message_id : "");
    expect(last?.parts).toMatchObject([{ type: "error", reason: expect.stringContaining("send it again") }]);
  });

  test("is not there for somebody else", async () => {
    const { id, stub } = await openConversation();
    await say(stub, "Mine");
    await settle(stub);
    const rebuilt = await wiped(id);
    expect(await rebuilt.state({ owner: "eve", role: "member", name: "Eve" })).toMatchObject({
      ok: false,
      failure: { error: "resource_not_found" },
    });
  });

  test("stays gone when the index does not know it", async () => {
    const { id, stub } = await openConversation();
    await say(stub, "Hello");
    await settle(stub);
    await index.remove(id);
    expect(await (await wiped(id)).state(OWNER)).toMatchObject({ ok: false });
  });

  test("is rebuilt from what can be read when a line of the trail is broken", async () => {
    const { id, stub } = await openConversation();
    await say(stub, "Hello");
    await settle(stub);
    const { bindings } = await import("./trail-support.ts");
    const [key = ""] = await trailKeys(id);
    const [text = ""] = await trailTexts(id);
    await bindings.BUCKET.put(key, text.replace('"type":"title"', '"type":"ti'));
    expect(await branch(await wiped(id))).toHaveLength(2);
  });
});

describe("a conversation whose state is damaged", () => {
  const damages: [string, string][] = [
    ["its meta row is gone", "DELETE FROM meta"],
    ["its head is nowhere", "UPDATE meta SET head = 'msg_nowhere'"],
    ["its newest message is cut", "UPDATE messages SET parts = '[{' WHERE id = (SELECT head FROM meta)"],
    ["a table is missing", "DROP TABLE turns"],
    ["its messages are missing", "DROP TABLE messages"],
  ];

  test.each(damages)("is rebuilt when %s", async (_what, statement) => {
    const { id, stub } = await openConversation();
    await say(stub, "One");
    await say(stub, "Two");
    const before = await branch(stub);
    await settle(stub);
    const woken = await meanwhile(id, (storage) => storage.sql.exec(statement));
    expect(said(await branch(woken))).toEqual(said(before));
  });

  test("keeps what the trail did not have yet, as far as it can be read", async () => {
    const { id, stub } = await openConversation();
    await say(stub, "One");
    await settle(stub);
    await say(stub, "Two");
    const before = await branch(stub);
    const woken = await meanwhile(id, (storage) => storage.sql.exec("UPDATE meta SET head = 'msg_nowhere'"));
    expect(said(await branch(woken))).toEqual(said(before));
    await settle(woken);
    expect(linesOf(await trailTexts(id)).filter(({ type }) => type === "message")).toHaveLength(4);
  });
});
