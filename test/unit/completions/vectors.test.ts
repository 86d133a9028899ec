import { expect, test } from "vitest";
import { base64Of, inBatches, shortenVector } from "../../../src/app/completions/routes/vectors.ts";

test("many texts go to the embedder a hundred at a time, and come back in their order", async () => {
  const sizes: number[] = [];
  const embed = async (batch: string[]) => {
    sizes.push(batch.length);
    return batch.map((text) => Float32Array.of(Number(text)));
  };
  const texts = Array.from({ length: 250 }, (_, at) => String(at));
  const vectors = await inBatches(texts, embed);
  expect(sizes).toEqual([100, 100, 50]);
  expect(vectors.map(([value]) => value)).toEqual(texts.map(Number));
});

test("a vector is shortened to length 1 where its model was made for it, and refused elsewhere", () => {
  const vector = Float32Array.of(3, 4, 12);
  const [x = 0, y = 0] = shortenVector(vector, 2, "openai/text-embedding-3-small");
  expect([x, y].map((value) => value.toFixed(2))).toEqual(["0.60", "0.80"]);
  expect(shortenVector(vector, 3, "ollama/all-minilm")).toBe(vector);
  expect(() => shortenVector(vector, 2, "ollama/all-minilm")).toThrow("makes vectors of 3");
});

test("base64 holds the floats, little-endian", () => {
  expect(base64Of(Float32Array.of(1))).toBe("AACAPw==");
});
