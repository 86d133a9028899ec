import { expect, test } from "vitest";
import type { Passage } from "../../../src/memory/ports/model.ts";
import { Vocabulary } from "../../../src/memory/search/vocabulary.ts";

const passage = (id: number, text: string): Passage => ({
  id,
  scope: "person",
  trust: "trusted",
  kind: "turn",
  source: "cnv",
  key: `${id}`,
  session: "",
  ordinal: id,
  speaker: "Ann",
  role: "user",
  agent: "",
  text,
});

test("what was worked out of passages is kept within a bound in bytes, however short they are", () => {
  const vocabulary = new Vocabulary(undefined, 20_000);
  const [short, kept] = [passage(1, "yes"), passage(2, "no")];
  const first = vocabulary.digest(short);
  expect(vocabulary.digest(short)).toBe(first);
  for (let id = 3; id < 40; id++) vocabulary.digest(passage(id, "no"));
  const last = vocabulary.digest(kept);
  expect(vocabulary.digest(kept)).toBe(last);
  expect(vocabulary.digest(short)).not.toBe(first);
});
