import { expect, test } from "vitest";
import { NOTHING_READ, read } from "../../../../web/markdown/blocks.ts";
import { inParts } from "../../../../web/markdown/parts.ts";

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, at) => `Paragraph ${at}.`).join("\n\n");

test("all blocks of a text are in its parts, in their order", () => {
  const { blocks } = read(NOTHING_READ, paragraphs(50), true);
  const parts = inParts(blocks, []);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.flat()).toEqual(blocks);
});

test("a text that grows at its end changes its last part alone", () => {
  const before = read(NOTHING_READ, paragraphs(40), false);
  const parts = inParts(before.blocks, []);
  const after = inParts(read(before, `${paragraphs(40)} More.`, false).blocks, parts);
  expect(after.slice(0, -1).every((part, at) => part === parts[at])).toBe(true);
  expect(after.at(-1)).not.toBe(parts.at(-1));
});
