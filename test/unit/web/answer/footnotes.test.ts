import { expect, test } from "vitest";
import { markdownParser, NOTHING_READ, type ProseBlock, read } from "../../../../web/markdown/blocks.ts";

function html(source: string): string {
  const blocks = read(NOTHING_READ, source, true).blocks as ProseBlock[];
  return blocks.map(({ tokens }) => markdownParser.parser(tokens)).join("");
}

test("a note is marked in the text and stands below it, with what it is made of", () => {
  const shown = html(
    "A claim[^1] and another[^b].\n\n[^1]: The first with `code`.\n[^b]: The second,\n  on two lines.\n\nOn.",
  );
  expect(shown).toContain("A claim<sup>[1]</sup> and another<sup>[b]</sup>.");
  expect(shown).toContain("<small><sup>1</sup> The first with <code>code</code>.</small>");
  expect(shown).toContain("<sup>b</sup> The second,");
  expect(shown).toContain("<p>On.</p>");
  expect(shown).not.toContain("[^");
});

test("a note that is an address is no link of another name", () => {
  expect(html("See[^1].\n\n[^1]: https://example.org/x")).toContain("https://example.org/x");
});

test("what only looks like a mark stays as it is written", () => {
  expect(html("A class of [^abc] matches.")).toContain("[^abc]");
  expect(html("`[^1]`\n\n[^1]: Note.")).toContain("<code>[^1]</code>");
});
