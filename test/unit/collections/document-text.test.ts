import { expect, test } from "vitest";
import { joinPieces } from "../../../src/collections/document-text.ts";
import { fileDrafts } from "../../../src/memory/index/files.ts";

function putTogether(text: string): string {
  const drafts = fileDrafts({ owner: "ada", path: "book.md", text, trust: "trusted", at: 0 });
  return joinPieces(drafts.map(({ ordinal = 0, ...draft }) => ({ ...draft, ordinal })).reverse());
}

test("a document is whole again from its pieces, each line at its number", () => {
  const lines = Array.from({ length: 400 }, (_, n) =>
    n % 5 === 4 ? "" : `Line ${n + 1} of the book of owls.`,
  );
  expect(putTogether(lines.join("\n"))).toBe(lines.join("\n"));
});

test("several empty lines and long ones between pieces move nothing", () => {
  const blocks = Array.from({ length: 60 }, (_, n) => `Block ${n}: ${"owl ".repeat(90)}`.trim());
  const text = blocks.join("\n\n\n");
  expect(putTogether(text)).toBe(text);
});
