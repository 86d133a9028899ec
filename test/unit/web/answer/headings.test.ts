import { expect, test } from "vitest";
import { NOTHING_READ, type ProseBlock, read } from "../../../../web/markdown/blocks.ts";

function levels(source: string): (number | undefined)[] {
  const { blocks } = read(NOTHING_READ, source, true);
  return (blocks as ProseBlock[]).flatMap(({ tokens, level }) =>
    tokens[0]?.type === "heading" ? [level] : [],
  );
}

test.each([
  ["# A\n\n## B\n\n### C\n\n## D", [2, 3, 4, 3]],
  ["### A\n\n### B", [2, 2]],
  ["# A\n\n### B\n\n## C\n\n# D", [2, 3, 3, 2]],
  ["# A\n\n## B\n\n### C\n\n#### D\n\n##### E\n\n###### F", [2, 3, 4, 5, 6, 6]],
])("headings of a message skip no level below the page's own: %j", (source, expected) => {
  expect(levels(source)).toEqual(expected);
});

test("what is no heading has no level", () => {
  expect(read(NOTHING_READ, "Plain.", true).blocks[0]).toMatchObject({ level: undefined });
});
