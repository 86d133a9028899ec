import { describe, expect, test } from "vitest";
import { createVectorizeIndex } from "../../../src/storage/vector/vectorize-index.ts";

describe("Vectorize", () => {
  test("keeps owners in namespaces, filters by source and fits its limits", async () => {
    const upserts: VectorizeVector[][] = [];
    const queries: VectorizeQueryOptions[] = [];
    const removed: string[][] = [];
    const index = createVectorizeIndex({
      upsert: async (vectors) => {
        upserts.push(vectors);
        return { mutationId: "m" };
      },
      deleteByIds: async (ids) => {
        removed.push(ids);
        return { mutationId: "m" };
      },
      query: async (_vector, options) => {
        queries.push(options ?? {});
        return { count: 1, matches: [{ id: "42", score: 0.9 }] };
      },
    });
    const vector = Float32Array.from([0.6, 0.8]);
    const path = `notes/${"long/".repeat(60)}file.md`;
    await index.put("m", [
      { chunk_id: 42, owner: "ann", source: path, vector },
      { chunk_id: 43, owner: "ben", source: path, vector },
    ]);
    const [one, two] = upserts[0] ?? [];
    expect(one?.namespace).not.toBe(two?.namespace);
    expect(one?.namespace?.length ?? 99).toBeLessThanOrEqual(64);
    expect(String(one?.metadata?.["source"]).length).toBeLessThanOrEqual(64);
    const reach = { owner: "ann", scopes: ["person" as const], source: path };
    expect(await index.search("m", reach, vector, 500)).toEqual([{ chunk_id: 42, score: 0.9 }]);
    expect(queries[0]).toMatchObject({
      topK: 100,
      namespace: one?.namespace,
      filter: { source: one?.metadata?.["source"] },
    });
    await index.remove([42]);
    expect(removed).toEqual([["42"]]);
  });
});
