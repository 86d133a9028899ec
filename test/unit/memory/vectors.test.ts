import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { cachedEmbedder } from "../../../src/memory/embed/cached.ts";
import { createOpenAiEmbedder } from "../../../src/memory/embed/openai-compatible.ts";
import { createWorkersAiEmbedder } from "../../../src/memory/embed/workers-ai.ts";
import type { Embedder } from "../../../src/memory/ports/vector-ports.ts";
import { cellOf, probes } from "../../../src/memory/search/vector-hash.ts";
import { openWordTable } from "../../../src/memory/word-vectors/table.ts";
import { cosine, normalise } from "../../../src/memory/word-vectors/word-vectors.ts";
import { foldVector } from "../../../src/storage/vector/fold-vector.ts";
import { cosineWith, decodeVector, encodeVector } from "../../../src/storage/vector/vector-text.ts";

const file = readFileSync(new URL("../../../web/public/word-vectors.bin", import.meta.url));
const bytes = Uint8Array.from(file).buffer;

/** The same ones in every run. */
function vectorOf(seed: number, size: number): Float32Array {
  const vector = Float32Array.from({ length: size }, (_, at) => Math.sin(seed * 12.9898 + at * 78.233) * 1.7);
  return normalise(vector) ?? vector;
}

describe("the word table", () => {
  const table = openWordTable(bytes);

  test("knows which words mean much the same", () => {
    const near = (a: string, b: string) =>
      cosine(table?.vector(a) ?? new Float32Array(1), table?.vector(b) ?? new Float32Array(1));
    expect(near("car", "vehicle")).toBeGreaterThan(0.6);
    expect(near("car", "vehicle")).toBeGreaterThan(near("car", "banana") + 0.4);
    expect(table?.near("colour")).toContain("color");
  });

  test("gives a stranger a direction of its own, always the same", () => {
    const again = openWordTable(bytes);
    expect(table?.vector("zyxquux")).toEqual(again?.vector("zyxquux"));
    expect(
      Math.abs(
        cosine(
          table?.vector("zyxquux") ?? new Float32Array(1),
          table?.vector("quuxzyx") ?? new Float32Array(1),
        ),
      ),
    ).toBeLessThan(0.5);
    expect(table?.near("zyxquux")).toEqual([]);
  });

  test("weighs common words less", () => {
    expect(table?.weight("the") ?? 1).toBeLessThan(0.1);
    expect(table?.weight("cello") ?? 0).toBeGreaterThan(0.8);
  });

  test.each([
    [
      "a page in place of the file",
      new TextEncoder().encode("<!doctype html><title>Nightjar</title>").buffer,
    ],
    ["nothing", new ArrayBuffer(0)],
    ["a file that was cut", bytes.slice(0, 1_000)],
  ])("is none when it is %s", (_what, other) => {
    expect(openWordTable(other)).toBeUndefined();
  });
});

describe("stored vectors", () => {
  test("come back nearly as they were", () => {
    const vector = vectorOf(1, 100);
    expect(cosineWith(vector, decodeVector(encodeVector(vector)))).toBeGreaterThan(0.999);
  });

  test("that are folded keep their cosines by and large", () => {
    const [a, b] = [vectorOf(1, 1024), vectorOf(2, 1024)];
    const between = normalise(a.map((value, at) => value + (b[at] ?? 0))) ?? a;
    expect(foldVector(a).length).toBe(256);
    expect(Math.abs(cosine(foldVector(a), foldVector(between)) - cosine(a, between))).toBeLessThan(0.15);
  });

  test("most near ones are found in the buckets that are looked in first", () => {
    const found = Array.from({ length: 50 }, (_, seed) => {
      const vector = vectorOf(seed + 1, 128);
      const noise = vectorOf(seed + 1_000, 128);
      const near = normalise(vector.map((value, at) => value + 0.3 * (noise[at] ?? 0))) ?? vector;
      return probes(vector, 40).includes(cellOf(near));
    });
    expect(found.filter(Boolean).length).toBeGreaterThan(40);
  });
});

describe("embedders", () => {
  const answering = (status: number, body: unknown, seen: RequestInit[] = []) =>
    createOpenAiEmbedder({
      id: "openai/small",
      model: "small",
      base_url: "https://models.test/v1",
      key: () => "secret-key",
      send: async (_url, init) => {
        seen.push(init);
        return Response.json(body, { status });
      },
    });

  test("put the answers in the order of the texts, at unit length", async () => {
    const data = [
      { index: 1, embedding: [0, 2] },
      { index: 0, embedding: [3, 4] },
    ];
    const seen: RequestInit[] = [];
    const [first, second] = await answering(200, { data }, seen).embed(["a", "b"]);
    expect([...(first ?? [])].map((value) => Number(value.toFixed(2)))).toEqual([0.6, 0.8]);
    expect([...(second ?? [])]).toEqual([0, 1]);
    expect(JSON.parse(String(seen[0]?.body))).toMatchObject({ model: "small", input: ["a", "b"] });
  });

  test("a refusal names the model and not the key", async () => {
    const failure = await answering(401, { error: "bad key secret-key" })
      .embed(["a"])
      .catch((cause: unknown) => cause);
    expect(String(failure)).toContain("openai/small answered 401");
    expect(JSON.stringify(failure)).not.toContain("secret-key");
  });

  test("an answer that lacks a text is an error, not a shift of the others", async () => {
    const data = [{ index: 1, embedding: [1, 0] }];
    await expect(answering(200, { data }).embed(["a", "b"])).rejects.toThrow("text 1 of 2");
    const ai = createWorkersAiEmbedder({ run: async () => ({ data: [[1, 0]] }) }, "@cf/baai/bge-m3");
    await expect(ai.embed(["a", "b"])).rejects.toThrow("text 2");
  });

  test("that are cached pay for each text once, repeats in one call too", async () => {
    const asked: string[][] = [];
    const inner: Embedder = {
      model: "test/one",
      embed: async (texts) => {
        asked.push([...texts]);
        return texts.map((text) => Float32Array.from([text.length, 0]));
      },
    };
    const kept = new Map<string, Float32Array>();
    const cache = {
      get: async (_model: string, hashes: readonly string[]) =>
        new Map(
          hashes.flatMap((hash) =>
            kept.has(hash) ? [[hash, kept.get(hash) ?? new Float32Array(0)] as const] : [],
          ),
        ),
      put: async (_model: string, entries: ReadonlyMap<string, Float32Array>) => {
        for (const [hash, vector] of entries) kept.set(hash, vector);
      },
    };
    const embedder = cachedEmbedder(inner, cache, () => 1);
    const lengths = async (texts: string[]) => (await embedder.embed(texts)).map((vector) => vector[0]);
    expect(await lengths(["a", "bb", "a"])).toEqual([1, 2, 1]);
    expect(await lengths(["bb", "ccc"])).toEqual([2, 3]);
    expect(asked).toEqual([["a", "bb"], ["ccc"]]);
  });
});
