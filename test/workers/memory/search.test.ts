import { describe, expect, test } from "vitest";
import { createMachine, DB, newOwner } from "./machine.ts";
import { NAUGHTY } from "./naughty-strings.ts";

describe("search", () => {
  test("finds what a person asked to remember, from another conversation and in other words", async () => {
    const { memory, owner, find, say } = createMachine();
    await say("cnv_one", ["Ann", "Remember that my favourite colour is teal"], ["agent", "I will."]);
    await memory.remember({
      owner,
      scope: "person",
      content: "My favourite colour is teal",
      origin: "tool",
      trust: "trusted",
    });
    await say("cnv_two", ["Ann", "The weather is lovely today"], ["agent", "It is."]);
    expect((await find("what is my favourite colour"))[0]).toContain("teal");
    expect((await find("what do you know about colours"))[0]).toContain("teal");
  });

  test("finds an answer that shares no word with the question, by the question it answered", async () => {
    const { find, say } = createMachine();
    await say(
      "cnv_a",
      ["Ann", "I went to the market and bought vegetables for the soup"],
      ["agent", "Which instrument did your grandfather play?"],
      ["Ann", "The cello, every single evening after dinner"],
      ["agent", "How lovely."],
      ["Ann", "Tomorrow the plumber comes to look at the sink"],
    );
    const found = await find("which instrument did grandfather play", { limit: 2 });
    expect(found).toContain("The cello, every single evening after dinner");
  });

  test("understands dates, months and years in the question", async () => {
    const { find, say, at } = createMachine();
    at(Date.UTC(2025, 4, 8));
    await say("cnv_may", ["Ann", "We had dinner with the whole family"]);
    at(Date.UTC(2025, 9, 20));
    await say("cnv_oct", ["Ann", "We had dinner with the whole family again"]);
    expect((await find("dinner with the family in May 2025"))[0]).toBe("We had dinner with the whole family");
    expect((await find("dinner with the family on 20 October"))[0]).toBe(
      "We had dinner with the whole family again",
    );
  });

  test("prefers what the named speaker said, by any known name", async () => {
    const { memory, owner, find, say } = createMachine();
    await memory.names.add(owner, { trust: "trusted", alias: "Bob", entity: "Robert" });
    await say("cnv_s", ["Robert", "I painted the fence green"], ["Clara", "I painted the fence green"]);
    const hits = await memory.search({ owner, scopes: ["person"], query: "what did Bob paint", limit: 1 });
    expect(hits[0]?.passage.speaker).toBe("Robert");
    expect((await find("what did Clara paint", { limit: 1 })).length).toBe(1);
  });

  test.each([
    ["accents", "Le café de Zoë est à côté", "cafe Zoe"],
    ["Chinese", "我昨天在北京买了一辆自行车", "北京的自行车"],
    ["Japanese", "週末に京都で抹茶を飲みました", "京都 抹茶"],
    ["Korean", "나는 어제 부산에서 친구를 만났다", "부산"],
    ["Thai", "เมื่อวานฉันไปตลาดน้ำกับแม่", "ตลาดน้ำ"],
    ["emoji", "That concert was amazing 🎻", "🎻"],
    ["code", "The fix is in parse_header(buffer, max_len=4096)", "parse_header max_len"],
    ["a number", "The router's serial is 48151623", "48151623"],
    ["Greek", "Η Ελένη μένει στη Θεσσαλονίκη", "θεσσαλονικη"],
  ])("finds text with %s", async (_what, text, query) => {
    const { find, say } = createMachine();
    await say("cnv_x", ["Ann", "Something else entirely was said before"], ["Ann", text]);
    expect(await find(query, { limit: 1 })).toEqual([text]);
  });

  test("a message that is indexed twice is there once, and an edited one is found by its new words only", async () => {
    const { memory, owner, find } = createMachine();
    const turn = {
      id: "msg_edit",
      conversation_id: "cnv_e",
      owner,
      role: "user" as const,
      speaker: "Ann",
      at: 1,
    };
    await memory.indexTurns([{ trust: "trusted" as const, ...turn, text: "The meeting is in Lisbon" }]);
    await memory.indexTurns([{ trust: "trusted" as const, ...turn, text: "The meeting is in Lisbon" }]);
    expect(await find("meeting")).toEqual(["The meeting is in Lisbon"]);
    await memory.indexTurns([{ trust: "trusted" as const, ...turn, text: "The meeting is in Porto" }]);
    expect(await find("Lisbon")).toEqual([]);
    expect(await find("Porto")).toEqual(["The meeting is in Porto"]);
  });

  test("a deleted conversation is found no more", async () => {
    const { memory, owner, find, say } = createMachine();
    await say("cnv_gone", ["Ann", "The code word is marzipan"]);
    expect(await memory.forgetSource(owner, "cnv_gone")).toBe(1);
    expect(await find("marzipan")).toEqual([]);
    const left = await DB.prepare(
      "SELECT COUNT(*) AS n FROM chunks_fts WHERE chunks_fts MATCH 'marzipan'",
    ).first();
    expect(left).toEqual({ n: 0 });
  });

  test("neighbours of another session do not lend their words", async () => {
    const { memory, owner } = createMachine();
    const turn = (id: string, session: string, text: string) => ({
      id,
      session,
      text,
      trust: "trusted" as const,
      conversation_id: "cnv_w",
      owner,
      speaker: "Ann",
    });
    await memory.indexTurns([
      turn("w1", "1", "We talked about the lighthouse"),
      turn("w2", "2", "Good morning to you"),
    ]);
    const hits = await memory.search({ owner, scopes: ["person"], query: "lighthouse", limit: 5 });
    expect(hits.find((hit) => hit.passage.key === "w2")?.signals.context ?? 0).toBe(0);
  });
});

describe("whose memory it is", () => {
  test("another owner finds nothing, whatever the question", async () => {
    const { find, say } = createMachine();
    await say("cnv_secret", ["Ann", "My diary is under the floorboard"]);
    expect(await find("diary floorboard", { owner: newOwner() })).toEqual([]);
    expect(await find("diary floorboard", { owner: newOwner(), source: "cnv_secret" })).toEqual([]);
  });

  test("what is said in a room stays in the room", async () => {
    const { memory, owner, find } = createMachine();
    const turn = { id: "r1", conversation_id: "cnv_r", owner, speaker: "Ann", at: 1, room: "bar" };
    await memory.indexTurns([{ trust: "trusted" as const, ...turn, text: "I only drink absinthe here" }]);
    expect(await find("absinthe")).toEqual([]);
    const inRoom = await memory.search({ owner, scopes: ["room:bar"], query: "absinthe", limit: 5 });
    expect(inRoom.map((hit) => hit.passage.text)).toEqual(["I only drink absinthe here"]);
  });

  test("an agent's own memory is not shown to other agents, and a room sees none of a person's", async () => {
    const { memory, owner, say } = createMachine();
    await memory.remember({
      owner,
      scope: "agent:spy",
      content: "The parcel is in locker nine",
      origin: "tool",
      trust: "trusted",
    });
    await say("cnv_p", ["Ann", "The parcel is heavy"]);
    const signal = new AbortController().signal;
    const recall = async (scope: { agent: string; room?: string }) =>
      (
        await memory.recall.recall({ owner, ...scope }, { query: "where is the parcel", limit: 5 }, signal)
      ).map((item) => item.text);
    expect((await recall({ agent: "spy" })).some((text) => text.includes("locker nine"))).toBe(true);
    expect((await recall({ agent: "other" })).some((text) => text.includes("locker nine"))).toBe(false);
    expect(await recall({ agent: "other", room: "bar" })).toEqual([]);
  });
});

describe("what a search reads", () => {
  test("is not read again by the next one, until a passage has changed", async () => {
    const { memory, storage, owner } = createMachine();
    const turn = (id: string, text: string) => ({
      id,
      text,
      trust: "trusted" as const,
      conversation_id: "cnv_k",
      owner,
      speaker: "Ann",
    });
    await memory.indexTurns([turn("k1", "The heron came back"), turn("k2", "It was early in the day")]);
    const look = async () => {
      const meter = { rows_read: 0 };
      const hits = await memory.search({ owner, scopes: ["person"], query: "heron", limit: 5, meter });
      return { rows: meter.rows_read, texts: hits.map(({ passage }) => passage.text) };
    };
    const first = await look();
    const second = await look();
    expect(first.texts).toEqual(["The heron came back", "It was early in the day"]);
    expect(second.texts).toEqual(first.texts);
    expect(second.rows).toBeLessThan(first.rows);
    await memory.indexTurns([turn("k2", "It was late in the day")]);
    await memory.indexTurns([turn("k3", "Nobody else had seen it")]);
    expect((await look()).texts).toEqual([
      "The heron came back",
      "It was late in the day",
      "Nobody else had seen it",
    ]);
    await storage.chunks.remove(owner, "cnv_k", ["k2"]);
    expect((await look()).texts).toEqual(["The heron came back", "Nobody else had seen it"]);
  });

  test("does not grow with what others have, nor with what the question does not speak of", async () => {
    const { memory, owner, say } = createMachine();
    await say("cnv_g", ["Ann", "The otter sleeps"]);
    const rows = async () => {
      const meter = { rows_read: 0 };
      await memory.search({ owner, scopes: ["person"], query: "otter", limit: 5, meter });
      return meter.rows_read;
    };
    await rows();
    const before = await rows();
    const filler = (whose: string) =>
      Array.from({ length: 200 }, (_, at) => ({
        id: `g${at}`,
        trust: "trusted" as const,
        conversation_id: "cnv_filler",
        owner: whose,
        speaker: "Ben",
        text: whose === owner ? `Crates and ropes ${at}` : `The otter sleeps ${at}`,
      }));
    await memory.indexTurns([...filler(owner), ...filler(newOwner())]);
    // The index lies in more pieces then; none of the 200 that match elsewhere is looked at.
    expect(await rows()).toBeLessThan(before + 100);
  });

  test("is the newest of what matches a word that stands nearly everywhere", async () => {
    const { memory, storage, owner } = createMachine();
    const turns = Array.from({ length: 120 }, (_, at) => ({
      id: `n${at}`,
      trust: "trusted" as const,
      conversation_id: `cnv_n${at}`,
      owner,
      speaker: "Ann",
      text: at < 5 ? `The gannet and the puffin dive ${at}` : `The gannet dives ${at}`,
    }));
    await memory.indexTurns(turns);
    const rules = { most_matches: 40, rare_below: 0, near_worth: 0.5 };
    const find = async (words: string[], limit: number) => {
      const meter = { rows_read: 0 };
      const asked = words.map((word) => ({ word, stem: word, near: [] }));
      const { hits } = await storage.chunks.find({
        owner,
        scopes: "all",
        words: asked,
        rules,
        limit,
        meter,
      });
      const best = hits.sort((a, b) => b.score - a.score || b.id - a.id);
      return { rows: meter.rows_read, sources: best.map(({ source }) => source) };
    };
    const alone = await find(["gannet"], 3);
    expect(alone.sources).toEqual(["cnv_n119", "cnv_n118", "cnv_n117"]);
    expect(alone.rows).toBeLessThan(60);
    const both = await find(["gannet", "puffin"], 4);
    expect(both.sources).toEqual(["cnv_n4", "cnv_n3", "cnv_n2", "cnv_n1"]);
  });

  test("may be all that its owner has, and nothing of anybody else's", async () => {
    const { memory, owner, say } = createMachine();
    await say("cnv_v", ["Ann", "The violin is in the attic"]);
    const turn = { id: "v1", conversation_id: "cnv_v2", speaker: "Ann", at: 1, text: "My violin is old" };
    await memory.indexTurns([
      { trust: "trusted" as const, ...turn, owner, room: "bar" },
      { trust: "trusted" as const, ...turn, owner: newOwner() },
    ]);
    const hits = await memory.search({ owner, scopes: "all", query: "violin", limit: 5 });
    expect(hits.map(({ passage }) => passage.scope).sort()).toEqual(["person", "room:bar"]);
  });
});

describe("hostile input", () => {
  test("no question makes search fail", async () => {
    const { memory, owner, say, failures } = createMachine();
    await say("cnv_h", ["Ann", "Plain words in a plain message"]);
    for (const query of NAUGHTY) {
      const hits = await memory.search({ owner, scopes: ["person"], query, limit: 3 });
      expect(Array.isArray(hits), JSON.stringify(query)).toBe(true);
    }
    const long = 'palimpsest NEAR/2 (" OR * AND ) '.repeat(400);
    expect(long.length).toBeGreaterThan(10_000);
    await memory.search({ owner, scopes: ["person"], query: long, limit: 3 });
    expect(failures).toEqual([]);
  });

  test("any text can be indexed, and is given back as it was", async () => {
    const { memory, owner } = createMachine();
    // What is too long is cut, what is no text is mended; all else must come back.
    const texts = NAUGHTY.filter(
      (text) => text.trim() !== "" && text.length < 5_000 && !text.includes("\u0000") && text.isWellFormed(),
    );
    await memory.indexTurns(
      texts.map((text, at) => ({
        trust: "trusted" as const,
        id: `n${at}`,
        conversation_id: "cnv_n",
        owner,
        speaker: "Ann",
        at,
        text,
      })),
    );
    const read = await memory.passages.read(owner, [{ source: "cnv_n", from: 0, to: texts.length }]);
    expect(read.sort((a, b) => a.ordinal - b.ordinal).map((passage) => passage.text)).toEqual(texts);
  });
});
