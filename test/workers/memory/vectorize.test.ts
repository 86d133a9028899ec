import { describe, expect, test } from "vitest";
import { D1VectorNotes } from "../../../src/storage/vector/d1-vector-index.ts";
import { VectorizeVectorIndex } from "../../../src/storage/vector/vectorize-index.ts";
import { createMachine, DB } from "./machine.ts";

type Binding = Pick<Vectorize, "upsert" | "deleteByIds" | "query">;

/** A binding that refuses what the service refuses, and answers a moment later than it is written to. */
function createBinding(dimensions = 3) {
  const stored = new Map<string, VectorizeVector>();
  const waiting: (() => void)[] = [];
  const calls = { upsert: 0, delete: 0, queries: [] as VectorizeQueryOptions[] };
  const refuse = (problem: string) => {
    throw new Error(`VECTOR_ERROR: ${problem}`);
  };
  const check = ({ id, values, namespace = "", metadata = {} }: VectorizeVector) => {
    const bytes = (text: string) => new TextEncoder().encode(text).length;
    if (values.length !== dimensions) refuse("dimensions");
    if (bytes(id) > 64 || bytes(namespace) > 64) refuse("id or namespace too long");
    for (const [key, value] of Object.entries(metadata)) {
      if (key === "" || /[."]|^\$/.test(key)) refuse("metadata key");
      if (bytes(String(value)) > 64) refuse("indexed metadata is cut");
    }
  };
  const binding: Binding = {
    async upsert(vectors) {
      calls.upsert++;
      if (vectors.length === 0 || vectors.length > 1_000) refuse("batch");
      vectors.forEach(check);
      waiting.push(() => vectors.forEach((vector) => void stored.set(vector.id, vector)));
      return { mutationId: "m" };
    },
    async deleteByIds(ids) {
      calls.delete++;
      if (ids.length === 0 || ids.length > 1_000) refuse("batch");
      waiting.push(() => ids.forEach((id) => void stored.delete(id)));
      return { mutationId: "m" };
    },
    async query(vector, options = {}) {
      calls.queries.push(options);
      const { topK = 5, returnValues, returnMetadata, namespace, filter } = options;
      const bare = !returnValues && (returnMetadata === undefined || returnMetadata === "none");
      if (topK > (bare ? 100 : 20)) refuse("topK");
      const matches = [...stored.values()]
        .filter((each) => namespace === undefined || each.namespace === namespace)
        .filter((each) => Object.entries(filter ?? {}).every(([key, is]) => each.metadata?.[key] === is))
        .map(({ id, values }) => ({
          id,
          score: [...values].reduce((sum, v, at) => sum + v * (vector[at] ?? 0), 0),
        }))
        .sort((a, b) => b.score - a.score)
        .slice(0, topK);
      return { count: matches.length, matches };
    },
  };
  const settle = () => {
    for (const change of waiting.splice(0)) change();
  };
  return { binding, calls, stored, settle };
}

const towards = (text: string) => Float32Array.from(/dinghy|vessel/.test(text) ? [1, 0, 0] : [0, 1, 0]);

function createVectorizeMachine() {
  const service = createBinding();
  const index = new VectorizeVectorIndex(service.binding, new D1VectorNotes(DB));
  const embedder = { model: "test/boats", embed: async (texts: readonly string[]) => texts.map(towards) };
  return { ...service, ...createMachine({ deps: { vectors: { index, embedder } } }) };
}

describe("Vectorize", () => {
  test("keeps owners in namespaces, filters by source and asks for no more than it may", async () => {
    const { binding, calls, settle } = createBinding();
    const index = new VectorizeVectorIndex(binding, { put: async () => {} });
    const vector = Float32Array.from([0.6, 0.8, 0]);
    const path = `notes/${"long/".repeat(60)}file.md`;
    await index.put("m", [
      { chunk_id: 2 ** 40 + 42, owner: "ann", source: path, vector },
      { chunk_id: 2 ** 40 + 43, owner: "ben", source: path, vector },
      { chunk_id: 2 ** 40 + 44, owner: "ann", source: "other", vector },
    ]);
    settle();
    const reach = { owner: "ann", scopes: ["person" as const], source: path };
    const hits = await index.search({ model: "m", reach }, vector, 500);
    expect(hits).toEqual([{ chunk_id: 2 ** 40 + 42, score: expect.closeTo(1) }]);
    expect(await index.search({ model: "another model", reach }, vector, 500)).toEqual([]);
    expect(calls.queries[0]).toMatchObject({ topK: 100, returnValues: false, returnMetadata: "none" });
  });

  test("takes many in batches, and none at all without a call", async () => {
    const { binding, calls, stored, settle } = createBinding();
    const index = new VectorizeVectorIndex(binding, { put: async () => {} });
    const vector = Float32Array.from([1, 0, 0]);
    const many = Array.from({ length: 2_300 }, (_, at) => ({
      chunk_id: at + 1,
      owner: "ann",
      source: "s",
      vector,
    }));
    await index.put("m", many);
    await index.put("m", []);
    settle();
    expect([calls.upsert, stored.size]).toEqual([5, 2_300]);
    await index.remove(many.map(({ chunk_id }) => chunk_id));
    await index.remove([]);
    settle();
    expect([calls.delete, stored.size]).toEqual([5, 0]);
  });

  test("is searched beside the words: what it does not know yet is found by them", async () => {
    const { say, find, settle } = createVectorizeMachine();
    await say("cnv_1", ["Ann", "My dinghy leaks"]);
    expect(await find("dinghy")).toEqual(["My dinghy leaks"]);
    expect(await find("vessel")).toEqual([]);
    settle();
    expect(await find("vessel")).toEqual(["My dinghy leaks"]);
  });

  test("that still knows what was deleted brings nothing back", async () => {
    const { say, find, settle, memory, owner, stored } = createVectorizeMachine();
    await say("cnv_2", ["Ann", "My dinghy leaks"]);
    settle();
    await memory.forgetSource(owner, "cnv_2");
    expect(await find("vessel")).toEqual([]);
    settle();
    expect(stored.size).toBe(0);
  });

  test("is given what D1 held vectors of, when it takes D1's place, and that once", async () => {
    const plain = createMachine();
    await plain.say("cnv_3", ["Ann", "My dinghy leaks"]);
    const { memory, calls, find, settle } = createVectorizeMachine();
    const run = { after: 0, signal: new AbortController().signal, heartbeat: async () => {} };
    await memory.embedding?.missing(run);
    settle();
    expect(await find("vessel", { owner: plain.owner })).toEqual(["My dinghy leaks"]);
    const puts = calls.upsert;
    expect(await memory.embedding?.missing(run)).toEqual({ embedded: 0 });
    expect(calls.upsert).toBe(puts);
  });

  test("has the new vector of a file that was written again", async () => {
    const { memory, owner, find, settle, stored } = createVectorizeMachine();
    await memory.indexFile({ trust: "trusted" as const, owner, path: "a.md", text: "The bread is stale" });
    settle();
    await memory.indexFile({ trust: "trusted" as const, owner, path: "a.md", text: "The dinghy leaks" });
    settle();
    expect(stored.size).toBe(1);
    expect(await find("vessel")).toEqual(["The dinghy leaks"]);
  });
});
