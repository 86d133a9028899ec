import { beforeAll, describe, expect, it } from "vitest";
import {
  type Block,
  markdownParser,
  NOTHING_READ,
  type ProseBlock,
  type Reading,
  read,
} from "../../../web/markdown/blocks.ts";
import { loadMending } from "../../../web/markdown/mending.ts";

beforeAll(loadMending);

const SAMPLE = `# Title

A paragraph with **bold** and a [link][ref].

[ref]: https://example.org

- one
- two

  with a second paragraph
- three

\`\`\`python
def f(x):

    return x
\`\`\`

| a | b |
| --- | --- |
| 1 | 2 |

> quote

$$
x^2
$$

The end.`;

/** Reads a text as it streams in, a few characters at a time. */
function stream(
  text: string,
  size: number,
  each: (reading: Reading, before: Reading) => void = () => undefined,
): Reading {
  let reading = NOTHING_READ;
  for (let end = size; end < text.length + size; end += size) {
    const next = read(reading, text.slice(0, end), false);
    each(next, reading);
    reading = next;
  }
  return reading;
}

const html = (blocks: readonly Block[]) =>
  blocks.map((block) =>
    block.kind === "code"
      ? `code ${block.language}: ${block.text}`
      : markdownParser.parser((block as ProseBlock).tokens).trim(),
  );
const whole = (text: string) => html(read(NOTHING_READ, text, true).blocks);

describe("Markdown that streams in", () => {
  it("comes to the same blocks, whatever the size of the pieces", () => {
    for (const size of [1, 3, 7, 50, 1000]) {
      const streamed = read(stream(SAMPLE, size), SAMPLE, true);
      expect(html(streamed.blocks)).toEqual(whole(SAMPLE));
    }
  });

  it("does not read finished blocks again", () => {
    let kept = 0;
    stream(SAMPLE, 5, (next, before) => {
      const finished = before.blocks.slice(0, before.finished);
      expect(next.blocks.slice(0, before.finished)).toEqual(finished);
      for (const [index, block] of finished.entries()) expect(next.blocks[index]).toBe(block);
      kept = Math.max(kept, finished.length);
    });
    expect(kept).toBeGreaterThan(5);
  });

  it("keeps the very objects when the text is complete", () => {
    const text = "First.\n\nSecond.\n\n";
    const streamed = stream(text, 4);
    const done = read(streamed, text, true);
    expect(done.blocks[0]).toBe(streamed.blocks[0]);
    expect(done.blocks.every((block) => block.settled)).toBe(true);
  });

  it("shows unfinished emphasis as emphasis, and unfinished links as their words", () => {
    expect(html(read(NOTHING_READ, "so **impor", false).blocks)).toEqual([
      "<p>so <strong>impor</strong></p>",
    ]);
    expect(html(read(NOTHING_READ, "see [the docs](https://exa", false).blocks)).toEqual([
      "<p>see the docs</p>",
    ]);
  });

  it("does not mend what stands in code", () => {
    const [block] = read(NOTHING_READ, "```js\nconst a = b ** c; // [x](", false).blocks;
    expect(block).toMatchObject({
      kind: "code",
      language: "js",
      text: "const a = b ** c; // [x](",
      settled: false,
    });
  });

  it("knows when a fence has closed", () => {
    const at = (text: string) => read(NOTHING_READ, text, false).blocks[0]?.settled;
    expect(at("```js\na\n``")).toBe(false);
    expect(at("```js\na\n```")).toBe(true);
    expect(at("````md\n```\n````")).toBe(true);
    expect(at("````md\n```")).toBe(false);
    expect(at("```")).toBe(false);
  });

  it("keeps a list together over blank lines", () => {
    const streamed = stream("- a\n\n- b\n\n- c\n\nafter", 1);
    expect(streamed.blocks.map((block) => block.raw.trim())).toEqual(["- a\n\n- b\n\n- c", "after"]);
  });

  it("links to addresses that were given before", () => {
    const streamed = stream("[ref]: https://example.org\n\nText.\n\nSee [it][ref] now", 6);
    expect(html(streamed.blocks).at(-1)).toContain('href="https://example.org"');
  });

  it("begins anew when the text is another one", () => {
    const other = read(stream(SAMPLE, 9), "Something else.", false);
    expect(html(other.blocks)).toEqual(["<p>Something else.</p>"]);
  });

  it("gives a block the same key as long as it is the same block", () => {
    const keys: string[] = [];
    stream("Para one.\n\n```js\nx\n```\n\nPara two.", 3, (next) =>
      keys.push(next.blocks.map((block) => block.key).join(" ")),
    );
    expect(new Set(keys)).toEqual(
      new Set(["0:prose", "0:prose 1:code", "0:prose 1:code 2:prose", "0:prose 1:prose"]),
    );
  });

  it("reads a long text in time that grows with the text", () => {
    let lexed = 0;
    stream("A paragraph of some words.\n\n".repeat(300), 40, (next, before) => {
      lexed += next.source.length - before.rest;
    });
    expect(lexed).toBeLessThan(8400 * 6);
  });
});

describe("formulas", () => {
  const tex = (text: string) =>
    [
      ...markdownParser.parse(text, { async: false }).matchAll(/data-tex="([^"]*)" data-display="(\w+)"/g),
    ].map(([, source, display]) => [source, display]);

  it("are found between dollars, brackets and parentheses", () => {
    expect(tex("so $x^2$ and \\(y\\)")).toEqual([
      ["x^2", "false"],
      ["y", "false"],
    ]);
    expect(tex("$$\na+b\n$$")).toEqual([["a+b", "true"]]);
    expect(tex("\\[\na+b\n\\]")).toEqual([["a+b", "true"]]);
    expect(tex("inline $$z$$ too")).toEqual([["z", "true"]]);
  });

  it("are not prices, and not in code", () => {
    for (const text of ["$5 and $10", "US$5-$10", "`$x$`", "a $ b $ c", "it costs 5$"])
      expect(tex(text)).toEqual([]);
  });

  it("do not break out of their attribute", () => {
    const markup = markdownParser.parse('$a" onclick="x<b>$', { async: false });
    expect(markup).not.toContain('onclick="');
    expect(markup).not.toContain("<b>");
  });
});
