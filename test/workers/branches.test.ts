import { exports } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import type { BranchPage } from "../../durable-objects/conversation/birth/branch-page.ts";
import type { MessageId } from "../../src/domain/ids.ts";
import type { Message, Part } from "../../src/domain/message.ts";
import {
  bindings,
  branch,
  index,
  inObject,
  meanwhile,
  must,
  OWNER,
  openConversation,
  regenerate,
  say,
  settle,
  stubOf,
  tell,
  trailTexts,
} from "./trail-support.ts";

const ask = {
  id: "call_ask",
  name: "ask_user",
  pieces: ['{"question":"Tea or coffee?","options":["tea","coffee"]}'],
};
const texts = (messages: { parts: Part[] }[]) =>
  messages.map(({ parts }) =>
    parts.map((part) => (part.type === "text" ? part.text : `(${part.type})`)).join(""),
  );

/** Words that make the told model answer with this text. */
const telling = (text: string) => tell({ text: [text] });

async function api(method: string, path: string, body?: object) {
  const worker = (exports as unknown as { default: unknown }).default as {
    fetch(request: Request): Promise<Response>;
  };
  const response = await worker.fetch(
    new Request(`https://nightjar.test/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${String(bindings["ADMIN_TOKEN"])}`,
        "content-type": "application/json",
      },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect of it
  return { status: response.status, body: (await response.json().catch(() => undefined)) as any };
}

test("a message is deleted over the API, once", async () => {
  const { stub, id } = await openConversation();
  await say(stub, telling("One."));
  const [asked, answered] = await branch(stub);
  const path = `/conversations/${id}/messages/${asked?.id}`;
  expect(await api("DELETE", path)).toMatchObject({ status: 204 });
  expect(await branch(stub)).toMatchObject([{ id: answered?.id, parent_id: null }]);
  expect(await api("DELETE", path)).toMatchObject({ status: 404, body: { error: "resource_not_found" } });
  expect(await api("DELETE", `/conversations/${id}/messages/nonsense`)).toMatchObject({ status: 404 });
});

describe("branches", () => {
  test("an edit stands beside what it edits, and both stay", async () => {
    const { stub } = await openConversation();
    await say(stub, telling("One."));
    const second = await say(stub, telling("Two."));
    const edited = await say(stub, telling("Two, better."), (await branch(stub))[1]?.id ?? null);
    const now = await branch(stub);
    expect(texts(now).at(-1)).toBe("Two, better.");
    expect(now.find(({ id }) => id === edited.asked)).toMatchObject({
      siblings: [second.asked, edited.asked],
    });
    must(await stub.switchHead(OWNER, second.asked));
    expect(texts(await branch(stub)).at(-1)).toBe("Two.");
  });

  test("an edit of the first message is a root of its own", async () => {
    const { stub } = await openConversation();
    const first = await say(stub, telling("One."));
    const other = await say(stub, telling("Other."), null);
    expect((await branch(stub))[0]).toMatchObject({ id: other.asked, siblings: [first.asked, other.asked] });
  });

  test("an answer that is made again leaves the one before it", async () => {
    const { stub } = await openConversation();
    const { answered } = await say(stub, telling("Four."));
    await regenerate(stub, answered);
    const [, again] = await branch(stub);
    expect(again).toMatchObject({ siblings: [answered, again?.id] });
    expect(again?.id).not.toBe(answered);
  });

  test("a failed and a halted answer are branches like any other", async () => {
    const { stub } = await openConversation();
    const failed = await say(stub, tell({ status: 400 }));
    expect((await branch(stub)).at(-1)).toMatchObject({ id: failed.answered, status: "failed" });
    await regenerate(stub, failed.answered);
    const halted = await inObject(stub, async (awake) => {
      const source = { channel: "web" as const, sender: OWNER.owner };
      const command = { name: "regenerate" as const, message_id: failed.answered };
      const receipt = awake.receive({ type: "command", key: "again", source, command });
      awake.receive({ type: "command", key: "halt", source, command: { name: "halt" } });
      return receipt;
    });
    expect(halted.status).toBe("accepted");
    await say(stub, telling("After."));
    const [, answer] = await branch(stub);
    expect((answer as { siblings?: string[] } | undefined)?.siblings).toHaveLength(3);
  });

  test("another branch goes on while a question waits, and its answer lands where it was asked", async () => {
    const { stub } = await openConversation();
    const first = await say(stub, telling("Hello."));
    const parked = await say(stub, tell({ calls: [ask] }, { text: ["Tea it is."] }));
    expect(parked.end?.status).toBe("parked");
    must(await stub.switchHead(OWNER, first.answered));
    const side = await say(stub, telling("Meanwhile."), first.answered);
    expect(side.end?.status).toBe("completed");
    const source = { channel: "web" as const, sender: OWNER.owner };
    must(
      await stub.converse(OWNER, {
        type: "tool_result",
        key: "answer",
        source,
        actor: OWNER,
        call_id: (await openCall(stub)) as never,
        content: "tea",
      }),
    );
    expect(texts(await branch(stub)).at(-1)).toBe("Meanwhile.");
    must(await stub.switchHead(OWNER, parked.asked));
    expect(texts(await branch(stub)).at(-1)).toBe("(tool_call)(tool_result)Tea it is.");
  });

  test("a switch leads to the newest end of the branch, and is told to all", async () => {
    const { stub } = await openConversation();
    const first = await say(stub, telling("One."));
    const left = await say(stub, telling("Left."));
    const end = await say(stub, telling("Left end."));
    await say(stub, telling("Right."), first.answered);
    must(await stub.switchHead(OWNER, left.asked));
    expect(texts(await branch(stub)).at(-1)).toBe("Left end.");
    const told = await inObject(stub, (awake) =>
      [...awake.store.log.since(0)].filter(({ type }) => type === "head"),
    );
    expect(told).toMatchObject([{ message_id: end.answered }]);
  });

  test("a switch is refused while an answer is made, and to what is not there", async () => {
    const { stub } = await openConversation();
    const first = await say(stub, telling("One."));
    const refused = await inObject(stub, (awake) => {
      const source = { channel: "web" as const, sender: OWNER.owner };
      awake.receive({ type: "user_message", key: "busy", source, parts: [{ type: "text", text: "Busy" }] });
      return awake.changes.switchHead(first.asked);
    });
    expect(refused).toMatchObject({ error: "conflict" });
    expect(await stub.switchHead(OWNER, "msg_nowhere")).toMatchObject({
      ok: false,
      failure: { error: "resource_not_found" },
    });
  });
});

async function openCall(stub: Parameters<typeof branch>[0]): Promise<string> {
  return inObject(stub, (awake) => {
    const row = awake.store.sql.all<{ call_id: string }>(
      "SELECT call_id FROM calls WHERE state = 'parked'",
    )[0];
    return row?.call_id ?? "";
  });
}

describe("a fork", () => {
  test("begins with the branch up to a message, and the two go their own ways", async () => {
    const { id, stub } = await openConversation();
    const first = await say(stub, telling("One."));
    await say(stub, telling("Two."));
    const made = await api("POST", `/conversations/${id}/fork`, { message_id: first.answered });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      head: first.answered,
      message_count: 2,
      title: expect.stringMatching(/\(fork\)$/),
    });
    const copy = stubOf(made.body.id);
    await say(copy, telling("Elsewhere."));
    expect(texts(await branch(copy)).filter((text) => !text.startsWith("@@"))).toEqual([
      "One.",
      "Elsewhere.",
    ]);
    expect(texts(await branch(stub)).filter((text) => !text.startsWith("@@"))).toEqual(["One.", "Two."]);
    expect(await index.get(made.body.id)).toMatchObject({ owner: OWNER.owner });
  });

  test("has a trail of its own, and comes back from it when the other is gone", async () => {
    const { id, stub } = await openConversation();
    const { answered } = await say(stub, telling("One."));
    const made = await api("POST", `/conversations/${id}/fork`, { message_id: answered });
    const copy = stubOf(made.body.id);
    await settle(copy);
    expect((await trailTexts(made.body.id)).join("")).toContain("One.");
    must(await stub.erase(OWNER));
    const back = await meanwhile(made.body.id, (storage) => storage.deleteAll());
    expect(texts(await branch(back)).at(-1)).toBe("One.");
  });

  test("leaves what waits where it waits", async () => {
    const { id, stub } = await openConversation();
    const parked = await say(stub, tell({ calls: [ask] }, { text: ["Tea it is."] }));
    const page = must(await stub.branchPage(OWNER, parked.asked)) as BranchPage;
    expect(page.messages).toHaveLength(1);
    const answer = await inObject(stub, (awake) => awake.store.turns.open()[0]?.answer_id ?? "");
    const made = await api("POST", `/conversations/${id}/fork`, { message_id: answer });
    expect((await branch(stubOf(made.body.id))).at(-1)).toMatchObject({ status: "halted" });
    expect(must(await stubOf(made.body.id).state(OWNER)).turn).toBeNull();
  });

  test("takes over the summary that stands for its older part", async () => {
    const { id, stub } = await openConversation();
    for (const word of ["One.", "Two.", "Three."]) await say(stub, telling(word));
    const summary = must(await stub.compact(OWNER));
    const head = must(await stub.state(OWNER)).head ?? "";
    const made = await api("POST", `/conversations/${id}/fork`, { message_id: head });
    const standing = await inObject(stubOf(made.body.id), (awake) => [
      ...awake.store.compactions.standing().values(),
    ]);
    expect(standing).toMatchObject([{ upto: summary.upto, summary: summary.summary }]);
    const earlier = await api("POST", `/conversations/${id}/fork`, {
      message_id: (await branch(stub))[0]?.id ?? "",
    });
    expect(await inObject(stubOf(earlier.body.id), (awake) => awake.store.compactions.standing().size)).toBe(
      0,
    );
  });

  test("of a message that is not there, or of somebody else's conversation, is refused", async () => {
    const { id, stub } = await openConversation();
    await say(stub, telling("One."));
    expect(await api("POST", `/conversations/${id}/fork`, { message_id: "msg_nowhere" })).toMatchObject({
      status: 404,
      body: { error: "resource_not_found" },
    });
    expect(await api("POST", `/conversations/${id}/fork`, {})).toMatchObject({ status: 400 });
    expect(await stub.branchPage({ owner: "eve", role: "member", name: "Eve" }, "msg_x")).toMatchObject({
      ok: false,
    });
  });

  test("of a thousand messages is whole", async () => {
    const { id, stub } = await openConversation();
    const last = await inObject(stub, (awake) => {
      let parent: MessageId | null = null;
      awake.store.commit(Date.now(), () => {
        for (let n = 0; n < 1_000; n++) {
          const message: Message = {
            id: `msg_${String(n).padStart(8, "0")}` as MessageId,
            parent_id: parent,
            role: n % 2 === 0 ? "user" : "assistant",
            parts: [{ type: "text", text: `Number ${n}` }],
            status: "complete",
            created_at: new Date(n).toISOString(),
          };
          awake.store.transcript.put(message, null);
          parent = message.id;
        }
        awake.store.meta.head = parent;
      });
      return parent as unknown as MessageId;
    });
    const made = await api("POST", `/conversations/${id}/fork`, { message_id: last });
    expect(made.body).toMatchObject({ message_count: 1_000, head: last });
    const copy = stubOf(made.body.id);
    expect(await inObject(copy, (awake) => awake.store.transcript.branch(last, 2_000).length)).toBe(1_000);
    await settle(copy);
    expect((await trailTexts(made.body.id)).join("").match(/"type":"message"/g)).toHaveLength(1_000);
  });
});

describe("the record", () => {
  test("has every branch in the order of time, and says which is the one that goes on", async () => {
    const { id, stub } = await openConversation();
    const { answered } = await say(stub, telling("One."));
    await say(stub, telling("Left."));
    await say(stub, telling("Right."), answered);
    const { body } = await api("GET", `/conversations/${id}/history`);
    const items = body.items as (Message & { active: boolean })[];
    expect(texts(items).filter((text) => !text.startsWith("@@"))).toEqual(["One.", "Left.", "Right."]);
    expect(items.map(({ active }) => active)).toEqual([true, true, false, false, true, true]);
    expect(body.events).toBeUndefined();
  });

  test("comes in pages that meet exactly", async () => {
    const { id, stub } = await openConversation();
    const { answered } = await say(stub, telling("1"));
    for (const word of ["2", "3", "4"]) await say(stub, telling(word));
    await say(stub, telling("5"), answered);
    const whole = (await api("GET", `/conversations/${id}/history`)).body.items as Message[];
    let paged: Message[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await api("GET", `/conversations/${id}/history?limit=3${cursor}`);
      paged = [...body.items, ...paged];
      if (body.next_cursor === null) break;
      cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
    }
    expect(paged).toEqual(whole);
  });

  test("with full tells tools, and the events around them; from the trail as well, once the object let go", async () => {
    const { id, stub } = await openConversation();
    const think = { id: "call_think", name: "think", pieces: ['{"thought":"two and two"}'] };
    await say(stub, tell({ calls: [think] }, { text: ["Four."] }));
    const plain = (await api("GET", `/conversations/${id}/history`)).body;
    expect(texts(plain.items).at(-1)).toBe("Four.");
    const awake = (await api("GET", `/conversations/${id}/history?full=true`)).body;
    expect(texts(awake.items).at(-1)).toBe("(tool_call)(tool_result)Four.");
    expect(awake.events.map(({ type }: { type: string }) => type)).toEqual([
      "title",
      "turn_start",
      "tool_start",
      "tool_result",
      "turn_end",
    ]);
    await settle(stub);
    const kinds = await inObject(stub, ({ store }) => {
      store.log.thin(Number.MAX_SAFE_INTEGER, Date.now() + 1);
      return store.sql.all<{ kind: string; json: string }>("SELECT kind, json FROM events");
    });
    expect(kinds.some(({ kind }) => kind === "thin")).toBe(true);
    expect(JSON.stringify(kinds)).not.toContain("two and two");
    expect((await api("GET", `/conversations/${id}/history?full=true`)).body).toEqual(awake);
  });
});

describe("a summary by the API", () => {
  test("is made, shown, told and taken back", async () => {
    const { id, stub } = await openConversation();
    for (const word of ["One.", "Two.", "Three."]) await say(stub, telling(word));
    const made = await api("POST", `/conversations/${id}/compact`);
    expect(made).toMatchObject({
      status: 200,
      body: {
        compacted: true,
        messages: 4,
        by: "rule",
        summary: expect.stringContaining("without a language model"),
      },
    });
    expect(await api("GET", `/conversations/${id}/context`)).toMatchObject({
      status: 200,
      body: { request: { parts: expect.any(Array) }, compacted: { messages: 4 } },
    });
    expect(await branch(stub)).toHaveLength(6);
    await settle(stub);
    expect((await trailTexts(id)).join("")).toContain('"type":"compaction"');
    expect(await api("POST", `/conversations/${id}/undo-compact`)).toMatchObject({
      status: 200,
      body: { undone: true },
    });
    expect(await api("POST", `/conversations/${id}/undo-compact`)).toMatchObject({
      status: 409,
      body: { error: "conflict" },
    });
  });

  test("is refused while there is nothing to summarise", async () => {
    const { id, stub } = await openConversation();
    expect(await api("POST", `/conversations/${id}/compact`)).toMatchObject({ status: 409 });
    await say(stub, telling("One."));
    expect(await api("POST", `/conversations/${id}/compact`)).toMatchObject({ status: 409 });
  });

  test("is refused while an answer is written", async () => {
    const { stub } = await openConversation();
    for (const word of ["One.", "Two."]) await say(stub, telling(word));
    const source = { channel: "web" as const, sender: OWNER.owner };
    const parts = [{ type: "text" as const, text: "Busy" }];
    const busy = stub.receive(OWNER, { type: "user_message", key: "busy", source, parts });
    expect(await stub.compact(OWNER)).toMatchObject({
      failure: { error: "conflict", reason: expect.stringContaining("answer is being written") },
    });
    await busy;
  });

  test("survives the loss of the object", async () => {
    const { id, stub } = await openConversation();
    for (const word of ["One.", "Two.", "Three."]) await say(stub, telling(word));
    const made = must(await stub.compact(OWNER));
    await settle(stub);
    const back = await meanwhile(id, (storage) => storage.deleteAll());
    must(await back.state(OWNER));
    const standing = await inObject(back, (awake) => [...awake.store.compactions.standing().values()]);
    expect(standing).toMatchObject([{ upto: made.upto, summary: made.summary }]);
  });
});
