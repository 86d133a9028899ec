import { beforeEach, describe, expect, test } from "vitest";
import type { ConversationInit } from "../../../src/domain/conversation/conversation.ts";
import type { Receipt } from "../../../src/domain/conversation/receipt.ts";
import { createIds, trustId } from "../../../src/domain/ids.ts";
import type { Source, UserMessage } from "../../../src/domain/inbound.ts";
import type { Principal } from "../../../src/domain/principal.ts";
import type { Address } from "../../../src/routing/address.ts";
import { createFrontDoor } from "../../../src/routing/front-door.ts";
import type { FrontDoorDeps } from "../../../src/routing/front-door-ports.ts";
import { Keywords } from "../../../src/routing/keywords.ts";
import type { Thread } from "../../../src/routing/threads.ts";
import { barOf } from "./bar.ts";

const ANN: Principal = { owner: "usr_ann", role: "member", name: "Ann" };
const WEB: Source = { channel: "web", sender: "usr_ann" };
const CHAT: Source = { channel: "telegram", sender: "ann-t", thread: "7" };
const UNKNOWN = {
  owner: "usr_ann",
  conversation_id: null,
  agent: null,
  room: null,
  answers_all: false,
  mirror: false,
  is_group: null,
  generation: 0,
  previous_id: null,
};
const ACCEPTED: Receipt = { status: "accepted", turn_id: "trn_1", message_id: "msg_1", seq: 0 };

/** What was asked of the rest of the house, in order. */
let asked: string[];
let indexed: ConversationInit[];
let background: Promise<unknown>[];
let threads: Map<string, Thread>;
let receipt: Receipt;
beforeEach(() => {
  asked = [];
  indexed = [];
  background = [];
  threads = new Map();
  receipt = ACCEPTED;
});

function doorOf(change: Partial<FrontDoorDeps> = {}) {
  let count = 0;
  const note = <T>(what: string, value: T): T => {
    asked.push(what);
    return value;
  };
  return createFrontDoor({
    ids: createIds(
      () => 1_000,
      (bytes) => void bytes.fill(count++),
    ),
    log: {
      shows: () => true,
      info: () => undefined,
      warn: (event) => void asked.push(event),
      error: () => undefined,
    },
    threads: {
      at: (place) => note("thread", threads.get(place.thread)),
      defaults: () => note("defaults", { default_agent: null, fallback_agent: null }),
      link: async (place, owner, conversation_id) => {
        note("link", place);
        threads.set(place.thread, {
          ...UNKNOWN,
          ...threads.get(place.thread),
          ...place,
          owner,
          conversation_id,
        });
      },
      beginAnew: async (place) => {
        const thread = note("anew", threads.get(place.thread));
        if (thread)
          threads.set(place.thread, { ...thread, conversation_id: null, generation: thread.generation + 1 });
      },
    },
    keywords: () => note("keywords", new Keywords([SCHOLAR])),
    hasAgent: async (slug) => note("agent", slug === "scholar" || slug === "hermit"),
    mayTalk: async (slug) => slug !== "hermit",
    defaultAgent: async (owner) => (owner === "usr_eve" ? "scholar" : null),
    visits: barOf((what) => note(what, undefined)),
    describeFile: async (owner, file_id) =>
      note(
        `file of ${owner}`,
        file_id === "fil_1" ? { type: "image", file_id, media_type: "image/png" } : undefined,
      ),
    ownerOf: async () => note("owner", "usr_bob"),
    isInRoom: async () => false,
    acceptedKeys: async (id) => note(`heard in ${id}`, ["k0"]),
    index: async (init) => void note("index", indexed.push(init)),
    roomFor: () => ({ status: "room" }),
    receive: async ({ id, init }) => note(`receive ${init ? "new" : id}`, { ok: true, value: receipt }),
    ...change,
  });
}

const SCHOLAR = { slug: "scholar", keywords: ["thesis"], owner: null, audience: "people" } as const;
const say = (text: string, change: Partial<UserMessage> = {}): UserMessage => {
  return { type: "user_message", key: "k1", source: WEB, parts: [{ type: "text", text }], ...change };
};
const FILE = (file_id: string) => ({ type: "file" as const, file_id, media_type: "" });

async function enter(to: Address, inbound = say("hi"), principal = ANN, door = doorOf()) {
  const entered = await door.enter({
    principal,
    to,
    inbound,
    background: (work) => void background.push(work),
  });
  await Promise.all(background);
  return entered;
}

describe("a new conversation", () => {
  const EVE: Principal = { owner: "usr_eve", role: "member", name: "Eve" };

  test("in which nobody is named is with the agent that its person prefers", async () => {
    await enter({ new: { channel: "http" } }, say("hi"), EVE);
    await enter({ thread: true }, say("hi", { source: CHAT }), EVE);
    expect(indexed).toMatchObject([{ agent: "scholar" }, { agent: "scholar" }]);
  });

  test("with a named agent or a room is with those, whoever is preferred", async () => {
    await enter({ new: { channel: "http", agent: "scholar" } }, say("hi"), ANN);
    await enter({ new: { channel: "http", room: "bar" } }, say("hi"), EVE);
    expect(indexed).toMatchObject([{ agent: "scholar" }, { agent: null, room: "bar" }]);
  });

  test("in a room is a visit, which goes by what it was given at the door and is paid by whom it says", async () => {
    await enter({ new: { channel: "http", room: "bar" } });
    expect(asked).toEqual(["visit", "begin", "index", "receive new"]);
    expect(indexed).toMatchObject([
      { room: "bar", payer: "usr_keeper", visit: { room: { host: "scholar" } } },
    ]);
  });

  test("is not made for somebody who is in the room already", async () => {
    const BOB: Principal = { owner: "usr_bob", role: "member", name: "Bob" };
    await enter({ new: { channel: "http", room: "bar" } }, say("hi"), BOB);
    expect(asked).toEqual(["visit", "receive cnv_000000bbbbbb"]);
  });

  test("of a thread that is bound to a room is a visit of that thread, begun once", async () => {
    threads.set("7", { ...UNKNOWN, channel: "telegram", account: "", thread: "7", room: "bar" });
    await enter({ thread: true }, say("hi", { source: CHAT }));
    expect(asked.filter((what) => what.startsWith("begin"))).toEqual(["begin in a thread"]);
    await enter({ thread: true }, say("hi again", { source: CHAT }));
    expect(asked.filter((what) => what.startsWith("begin"))).toEqual(["begin in a thread"]);
  });

  test("costs nothing before its first message is with it: its entry is written meanwhile", async () => {
    const entered = await enter({ new: { channel: "http" } });
    expect(entered).toMatchObject({ ok: true, value: { receipt: ACCEPTED } });
    expect(asked).toEqual(["index", "receive new"]);
    expect(indexed).toMatchObject([
      { owner: "usr_ann", channel: "http", agent: null, room: null, title: "" },
    ]);
  });

  test("has the same id for the same key of the same owner, and for no other", async () => {
    const idOf = async (key?: string[], principal = ANN) => {
      const entered = await enter({ new: { channel: "http", key } }, say("hi"), principal);
      return entered.ok && entered.value.id;
    };
    const first = await idOf(["a", "1"]);
    expect(await idOf(["a", "1"])).toBe(first);
    const bob: Principal = { ...ANN, owner: "usr_bob" };
    const others = [await idOf(["a", "2"]), await idOf(["a", "1"], bob), await idOf(), await idOf(["a1"])];
    expect(new Set([first, ...others]).size).toBe(5);
  });

  test("asks once for an agent that it and its first message name", async () => {
    await enter({ new: { channel: "http", agent: "scholar" } }, say("hi", { agent: "scholar" }));
    expect(asked).toEqual(["agent", "index", "receive new"]);
  });

  test.each<[string, Address, UserMessage, string]>([
    [
      "an agent that there is not",
      { new: { channel: "web", agent: "nobody" } },
      say("hi"),
      'There is no agent "nobody"',
    ],
    [
      "a room that there is not",
      { new: { channel: "web", room: "attic" } },
      say("hi"),
      'There is no room "attic"',
    ],
    [
      "a file that there is not",
      { new: { channel: "web" } },
      say("hi", { parts: [FILE("fil_2")] }),
      "There is no file fil_2",
    ],
  ])("with %s is refused, and leaves nothing behind", async (_what, to, inbound, reason) => {
    const entered = await enter(to, inbound);
    expect(entered.ok || entered.failure.reason).toContain(reason);
    expect(asked).not.toContain("index");
    expect(asked).not.toContain("receive new");
  });

  test("is there without its entry, when that cannot be written", async () => {
    const door = doorOf({ index: async () => Promise.reject(new Error("D1 is away")) });
    expect(await enter({ new: { channel: "web" } }, say("hi"), ANN, door)).toMatchObject({ ok: true });
    expect(asked).toContain("conversation_not_indexed");
  });
});

describe("a conversation that is there", () => {
  const id = "cnv_000000aaaaaa";

  test("is asked at once", async () => {
    expect(await enter({ conversation: id })).toMatchObject({ ok: true, value: { id } });
    expect(asked).toEqual([`receive ${id}`]);
  });

  test("is not asked by a name that can be no conversation's", async () => {
    expect(await enter({ conversation: "../cnv" })).toMatchObject({
      ok: false,
      failure: { error: "resource_not_found" },
    });
    expect(asked).toEqual([]);
  });

  test("says why it takes something not in", async () => {
    receipt = { status: "refused", refusal: "queue_full", reason: "Too many wait." };
    expect(await enter({ conversation: id })).toEqual({
      ok: false,
      failure: { error: "rate_limited", reason: "Too many wait." },
    });
  });

  test("gets files of its owner only, also from the operator", async () => {
    const inbound = say("look", { parts: [FILE("fil_1")] });
    await enter({ conversation: id }, inbound);
    await enter({ conversation: id }, inbound, { owner: "admin", role: "admin", name: "Admin" });
    expect(asked.filter((what) => !what.startsWith("receive"))).toEqual([
      "file of usr_ann",
      "owner",
      "file of usr_bob",
    ]);
  });

  test("is told which agent a message begins with, if there is one of that name", async () => {
    const answering: (string | undefined)[] = [];
    const door = doorOf({
      receive: async ({ inbound }) => {
        answering.push(inbound.type === "user_message" ? inbound.agent : undefined);
        return { ok: true, value: ACCEPTED };
      },
    });
    for (const text of ["@scholar hi", "@mona hi", "hi"])
      await enter({ conversation: id }, say(text), ANN, door);
    expect(answering).toEqual(["scholar", undefined, undefined]);
  });
});

describe("a thread", () => {
  const said = say("hi", { source: CHAT });

  test("leads to one conversation from its first message on", async () => {
    const first = await enter({ thread: true }, said);
    expect(asked.toSorted()).toEqual(["defaults", "index", "link", "receive new", "thread"]);
    expect(indexed).toMatchObject([{ channel: "telegram", owner: "usr_ann" }]);
    asked = [];
    expect(await enter({ thread: true }, said)).toEqual(first);
    expect(asked).toEqual(["thread", "receive new"]);
  });

  test("leads to one conversation even when two first messages come at once, and to another for another thread", async () => {
    const ids = await Promise.all(
      ["7", "7", "8"].map(async (thread) => {
        const entered = await enter({ thread: true }, say("hi", { source: { ...CHAT, thread } }));
        return entered.ok && entered.value.id;
      }),
    );
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  const thread = (change: Partial<Thread>) =>
    threads.set("7", { ...UNKNOWN, channel: "telegram", account: "", thread: "7", ...change });
  const bound = trustId<"cnv">("cnv_bound00000");
  const answeredBy = async (text: string, source: Source = CHAT) => {
    const taken: UserMessage[] = [];
    const door = doorOf({
      receive: async ({ inbound }) => {
        taken.push(inbound as UserMessage);
        return { ok: true, value: ACCEPTED };
      },
    });
    const entered = await enter({ thread: true }, say(text, { source }), ANN, door);
    return entered.ok ? (taken[0]?.agent ?? indexed.at(-1)?.agent ?? "its own") : entered.failure.reason;
  };

  test("leads to the conversation that it was bound to", async () => {
    thread({ conversation_id: bound });
    expect(await enter({ thread: true }, said)).toMatchObject({ value: { id: bound } });
  });

  test("is answered by the agent that it was bound to, in the conversation that goes on", async () => {
    thread({ conversation_id: bound, agent: "scholar" });
    expect(await answeredBy("hi")).toBe("scholar");
    expect(indexed).toEqual([]);
  });

  test("of a group is answered by the agent of a keyword, or by nobody", async () => {
    const source = { ...CHAT, thread: "9", is_group: true as const };
    expect(await answeredBy("hello", source)).toContain("No agent answers here");
    expect(indexed).toEqual([]);
    expect(await answeredBy("my thesis", source)).toBe("scholar");
  });

  test("is not answered by an agent that does not talk to who writes", async () => {
    // As if there were none of that name.
    expect(await answeredBy("@hermit hi", { ...CHAT, thread: "10" })).toBe("its own");
    expect(await answeredBy("@nobody hi", { ...CHAT, thread: "11" })).toBe("its own");
    thread({ agent: "hermit" });
    expect(await answeredBy("hi")).toContain("No agent that is available to you answers here");
  });

  test("is answered by whom the words name, though nobody else there talks to who writes", async () => {
    const taken: UserMessage[] = [];
    const door = doorOf({
      mayTalk: async (slug) => slug === "scholar",
      receive: async ({ inbound }) => {
        taken.push(inbound as UserMessage);
        return { ok: true, value: ACCEPTED };
      },
    });
    const source = { ...CHAT, thread: "12" };
    expect(await enter({ thread: true }, say("hi", { source }), ANN, door)).toMatchObject({ ok: false });
    expect(await enter({ thread: true }, say("@scholar hi", { source }), ANN, door)).toMatchObject({
      ok: true,
    });
    expect(taken).toMatchObject([{ agent: "scholar" }]);
  });

  test("is refused while nobody can tell whether the agent talks to who writes, and may be sent again", async () => {
    const door = doorOf({
      mayTalk: async () => {
        throw new Error("D1 is away");
      },
    });
    const told = { ok: false, failure: { error: "api_fail", reason: expect.stringContaining("Try again") } };
    for (const role of ["member", "guest"] as const)
      expect(
        await enter({ thread: true }, say("hi", { source: CHAT }), { ...ANN, role }, door),
      ).toMatchObject(told);
    expect(indexed).toEqual([]);
  });

  test.each([
    ["telegram", ["k0"]],
    ["http", []],
  ] as const)("on %s that was begun anew knows %j of what was taken before", async (channel, heard) => {
    threads.set("7", { ...UNKNOWN, channel, account: "", thread: "7", owner: ANN.owner, previous_id: bound });
    let init: ConversationInit | undefined;
    const door = doorOf({
      receive: async (admitted) => {
        init = admitted.init;
        return { ok: true, value: ACCEPTED };
      },
    });
    const source = { channel, sender: "7", thread: "7" };
    expect((await enter({ thread: true }, say("hi", { source }), ANN, door)).ok).toBe(true);
    expect(init?.accepted_keys).toEqual(heard);
  });

  test.each(["archived", "closed"] as const)(
    "whose conversation is %s begins another, and the words are taken in there",
    async (refusal) => {
      thread({ conversation_id: bound });
      const door = doorOf({
        receive: async ({ id }) => ({
          ok: true,
          value: id === bound ? { status: "refused", refusal, reason: "It is over." } : ACCEPTED,
        }),
      });
      const entered = await enter({ thread: true }, said, ANN, door);
      expect(entered).toMatchObject({ ok: true, value: { receipt: ACCEPTED } });
      expect(entered.ok && entered.value.id).not.toBe(bound);
      expect(threads.get("7")).toMatchObject({
        generation: 1,
        conversation_id: entered.ok && entered.value.id,
      });
    },
  );
});
