import { describe, expect, test } from "vitest";
import { cachedEmbedder } from "../../../src/memory/embed/cached.ts";
import type { Embedder } from "../../../src/memory/ports.ts";
import { createEmbeddingCache } from "../../../src/storage/d1/memory/embedding-cache.ts";
import { createD1VectorIndex } from "../../../src/storage/vector/d1-vector-index.ts";
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
  createMachine({ deps: { vectors: { embedder, index: createD1VectorIndex(DB) } } });

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
    const cached = cachedEmbedder(embedder, createEmbeddingCache(DB), () => 1);
    await cached.embed(["a dinghy at sea", "toast"]);
    const [again] = await cached.embed(["a dinghy at sea"]);
    expect(embedder.state.calls).toBe(1);
    expect([...(again ?? [])]).toEqual([1, 0, 0]);
  });
});
