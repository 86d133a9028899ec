/** JSON as small models write it: among words, after thinking, nearly right. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { ExtractedMemories } from "../../../src/memory/learn/extract.ts";
import { readJson } from "../../../src/memory/model/ask.ts";

const file = new URL("../../fixtures/wild/extraction-words-around.json", import.meta.url);
const { model_says } = JSON.parse(readFileSync(file, "utf8")) as { model_says: string[] };

test.each(model_says)("%j is read", (said) => {
  expect(readJson(said, ExtractedMemories)?.memories).toMatchObject([
    { content: "The person's bird is a heron." },
  ]);
});

test.each([
  ['<think>Maybe {"memories":[{"content":"wrong"}]}?</think>{"memories":[{"content":"right"}]}'],
  ['```json\n{"memories": [{"content": "right"},],}\n```'],
  ["{'memories': [{'content': 'right', 'tags': None}]}"],
  ['{"result": {"memories": [{"content": "right"}]}}'],
  ['{"ok": true}\n{"memories": [{"content": "right"}, {"tags": []}]}'],
])("%j", (said) => {
  expect(readJson(said, ExtractedMemories)?.memories.map(({ content }) => content)).toEqual(["right"]);
});

test("a list is read, and what is no JSON is nothing", () => {
  const lists = z.array(z.array(z.string()));
  expect(readJson('Here [you] are: [["a"],["b"]]', lists)).toEqual([["a"], ["b"]]);
  expect(readJson("Nothing {to} read [here", lists)).toBeUndefined();
});

test("an empty object says that there is nothing, unless another one says more", () => {
  expect(readJson("{}", ExtractedMemories)).toMatchObject({ memories: [], facts: [] });
  const said = 'Of the form {}: {"memories": [{"content": "right", "line": 1}]}';
  expect(readJson(said, ExtractedMemories)?.memories.map(({ content }) => content)).toEqual(["right"]);
  expect(readJson("nothing at all", ExtractedMemories)).toBeUndefined();
});
