import { describe, expect, test } from "vitest";
import { cachedEmbedder } from "../../../src/memory/embed/cached.ts";
import type { Embedder } from "../../../src/memory/ports/vector-ports.ts";
import { D1EmbeddingCache } from "../../../src/storage/d1/passages/embedding-cache.ts";
import { D1VectorIndex } from "../../../src/storage/vector/d1-vector-index.ts";
import { createMachine, DB } from "./machine.ts";

/** An embedder to whom texts about boats are alike, whatever their words. */
function boats(state = { fails: false, calls: 0 }): Embedder & { state: { fails: boolean; calls: number } } {
  return {
    state,
    model: "test/boats",
    async embed(texts) {
      state.calls++;
      if (state.fails) throw new Error("the model is away");
      return texts.map((text) => Float32Array.from(/dinghy|vessel|sail/i.test(text) ? [1, 0, 0] : [0, 1, 0]));
    },
  };
}

const machineWith = (embedder: Embedder) =>
  createMachine({ deps: { vectors: { embedder, index: new D1VectorIndex(DB) } } });

describe("a real embedder", () => {
  test("finds what shares no word with the question", async () => {
    const { find, say } = machineWith(boats());
    await say("cnv_v", ["Ann", "My dinghy leaks"]);
    await say("cnv_o", ["Ann", "The bread is stale"]);
    expect((await find("vessel", { limit: 1 }))[0]).toBe("My dinghy leaks");
  });

  test("that is away costs search and indexing their vectors, not their result", async () => {
    const embedder = boats();
    const { find, say, failures } = machineWith(embedder);
    embedder.state.fails = true;
    await say("cnv_f", ["Ann", "My dinghy leaks"]);
    expect(await find("dinghy")).toEqual(["My dinghy leaks"]);
    expect(failures).toEqual([
      "embedding: Error: the model is away",
      "vector search: Error: the model is away",
    ]);
  });

  test("its vectors are kept to their owner, and go with their passage", async () => {
    const [one, other] = [machineWith(boats()), machineWith(boats())];
    await one.say("cnv_k", ["Ann", "My dinghy leaks"]);
    expect(await one.find("vessel", { owner: other.owner })).toEqual([]);
    await one.memory.forgetSource(one.owner, "cnv_k");
    const left = await DB.prepare("SELECT COUNT(*) AS n FROM chunk_vectors WHERE owner = ?")
      .bind(one.owner)
      .first();
    expect(left).toEqual({ n: 0 });
    expect(await one.find("vessel")).toEqual([]);
  });

  test("an embedding is paid for once and then comes from D1", async () => {
    const embedder = boats();
    const cached = cachedEmbedder(embedder, new D1EmbeddingCache(DB), () => 1);
    await cached.embed(["a dinghy at sea", "toast"]);
    const [again] = await cached.embed(["a dinghy at sea"]);
    expect(embedder.state.calls).toBe(1);
    expect([...(again ?? [])]).toEqual([1, 0, 0]);
  });
});

describe("what has no vector yet", () => {
  const run = () => ({ after: 0, signal: new AbortController().signal, heartbeat: async () => {} });
  const spaceOf = (model: string, embedder = boats()) => machineWith({ ...embedder, model });
  /** Numbers of the owner's vectors by model. */
  const kept = async (owner: string) => {
    const rows = await DB.prepare(
      "SELECT model, COUNT(*) AS n FROM chunk_vectors WHERE owner = ?1 GROUP BY model",
    )
      .bind(owner)
      .all<{ model: string; n: number }>();
    return Object.fromEntries(rows.results.map(({ model, n }) => [model, n]));
  };
  const say = async (machine: ReturnType<typeof machineWith>, owner: string, texts: string[]) => {
    const items = texts.map((text, at) => ({
      id: `${at}`,
      trust: "trusted" as const,
      conversation_id: "c",
      owner,
      speaker: "Ann",
      text,
    }));
    await machine.memory.indexTurns(items);
  };

  test("because it was indexed before the model was chosen gets one, by parts, and once", async () => {
    const plain = createMachine();
    await say(
      plain,
      plain.owner,
      Array.from({ length: 150 }, (_, at) => `My dinghy number ${at} leaks`),
    );
    const embedder = boats();
    const { memory } = spaceOf("test/late", embedder);
    const first = await memory.embedding?.missing(run());
    expect(first?.next).toBeUndefined();
    expect(await kept(plain.owner)).toEqual({ "test/late": 150 });
    const calls = embedder.state.calls;
    expect(await memory.embedding?.missing(run())).toEqual({ embedded: 0 });
    expect(embedder.state.calls).toBe(calls);
  });

  test("of the model that is set now gets it in place of the other's", async () => {
    const before = spaceOf("test/before");
    await before.say("cnv_m", ["Ann", "My dinghy leaks"]);
    const after = spaceOf("test/after");
    expect(await after.find("dinghy", { owner: before.owner })).toEqual(["My dinghy leaks"]);
    expect(await after.find("vessel", { owner: before.owner })).toEqual([]);
    await after.memory.embedding?.missing(run());
    expect(await kept(before.owner)).toEqual({ "test/after": 1 });
    expect(await after.find("vessel", { owner: before.owner })).toEqual(["My dinghy leaks"]);
  });

  test("because the model was away is told, and goes on where it stopped", async () => {
    let gaps = 0;
    const embedder = boats();
    const vectors = { embedder, index: new D1VectorIndex(DB) };
    const { memory, say: tell, owner } = createMachine({ deps: { vectors, onGap: () => gaps++ } });
    embedder.state.fails = true;
    await tell("cnv_g", ["Ann", "My dinghy leaks"]);
    expect(gaps).toBe(1);
    await expect(memory.embedding?.missing(run())).rejects.toThrow("away");
    embedder.state.fails = false;
    await memory.embedding?.missing(run());
    expect(await kept(owner)).toEqual({ "test/boats": 1 });
  });

  test("because its text changed meanwhile gets a new one, and what is gone gets none", async () => {
    const { memory, owner, find } = machineWith(boats());
    const file = { owner, path: "boat.md" };
    await memory.indexFile({ trust: "trusted" as const, ...file, text: "The bread is stale" });
    await memory.indexFile({ trust: "trusted" as const, ...file, text: "The dinghy leaks" });
    expect(await kept(owner)).toEqual({ "test/boats": 1 });
    expect(await find("vessel")).toEqual(["The dinghy leaks"]);
    const vector = Float32Array.from([1, 0, 0]);
    await new D1VectorIndex(DB).put("test/boats", [{ chunk_id: 999, owner, source: "gone", vector }]);
    expect(await kept(owner)).toEqual({ "test/boats": 1 });
  });

  test("since whoever indexed its file died before it had one gets it when the file is looked at again", async () => {
    const cutOff = createMachine();
    const file = {
      owner: cutOff.owner,
      path: "boat.md",
      trust: "trusted" as const,
      text: "The dinghy leaks",
    };
    await cutOff.memory.indexFile(file);
    expect(await kept(cutOff.owner)).toEqual({});
    const again = machineWith(boats());
    expect(await again.memory.indexFile(file)).toEqual({ status: "unchanged", pieces: 0 });
    expect(await again.find("vessel", { owner: cutOff.owner })).toEqual(["The dinghy leaks"]);
  });

  test("is found by its words beside what has one", async () => {
    const plain = createMachine();
    await plain.say("cnv_a", ["Ann", "The ferry was late"]);
    const mixed = machineWith(boats());
    await mixed.memory.indexTurns([
      {
        trust: "trusted" as const,
        id: "b",
        conversation_id: "cnv_b",
        owner: plain.owner,
        speaker: "Ann",
        text: "A vessel sails at noon",
      },
    ]);
    const found = await mixed.find("ferry vessel", { owner: plain.owner });
    expect(found.sort()).toEqual(["A vessel sails at noon", "The ferry was late"]);
  });
});
