import { expect, test } from "vitest";
import { formatForTelegram } from "../../../../src/channels/telegram/format/markdown.ts";

/** The text, and each look with the words that it is on. */
function shown(markdown: string) {
  const { text, entities } = formatForTelegram(markdown);
  const looks = entities.map(({ offset, length, ...look }) => [text.slice(offset, offset + length), look]);
  return { text, looks };
}

test("marks become looks, one within the other", () => {
  expect(shown("**bold _both_** ~~gone~~ ||secret||")).toEqual({
    text: "bold both gone secret",
    looks: [
      ["bold both", { type: "bold" }],
      ["both", { type: "italic" }],
      ["gone", { type: "strikethrough" }],
      ["secret", { type: "spoiler" }],
    ],
  });
});

test("what Telegram's own marks would be is plain text", () => {
  const text = "a < b & c > d_e_f 2 * 3 * 4 <i>x</i> [y] (z)!";
  expect(shown(text)).toEqual({ text, looks: [] });
});

test("a code block keeps its language and all its characters", () => {
  expect(shown('Run:\n\n```ts title="x"\nif (a < b && c) { `**no**` }\n```')).toEqual({
    text: "Run:\n\nif (a < b && c) { `**no**` }",
    looks: [["if (a < b && c) { `**no**` }", { type: "pre", language: "ts" }]],
  });
});

test("code in bold words parts them, since Telegram shows no code in them", () => {
  expect(shown("**set `x` now**")).toEqual({
    text: "set x now",
    looks: [
      ["set", { type: "bold" }],
      ["x", { type: "code" }],
      ["now", { type: "bold" }],
    ],
  });
});

test("links show their words; an address that Telegram takes for none is written out", () => {
  expect(
    shown("[docs `x`](https://a.example/b?c=d) [here](http://localhost:8787/) [it](javascript:alert(1))"),
  ).toEqual({
    text: "docs x here (http://localhost:8787/) it (javascript:alert(1))",
    looks: [["docs x", { type: "text_link", url: "https://a.example/b?c=d" }]],
  });
});

test("lists keep their marks and depth, tasks their boxes", () => {
  expect(shown("1. one\n2. two\n   - deep\n\n- [x] done\n- [ ] open").text).toBe(
    "1. one\n2. two\n    • deep\n\n• ☑ done\n• ☐ open",
  );
});

test("headings are bold, a quote within a quote is one", () => {
  expect(shown("# Plan\n\n> said\n> > before")).toEqual({
    text: "Plan\n\nsaid\nbefore",
    looks: [
      ["Plan", { type: "bold" }],
      ["said\nbefore", { type: "blockquote" }],
    ],
  });
});

test("a narrow table is lines of equal width, a wide one is told row by row", () => {
  expect(shown("| a | long |\n|---|---|\n| 日本 | x |")).toEqual({
    text: "a    │ long\n─────┼─────\n日本 │ x".replace("─────┼─────", "─────┼─────"),
    looks: [expect.arrayContaining([{ type: "pre" }])],
  });
  const wide = `| name | what |\n|---|---|\n| x | ${"word ".repeat(20).trim()} |`;
  expect(shown(wide).text).toBe(`name: x\nwhat: ${"word ".repeat(20).trim()}`);
});

test("of more looks than Telegram shows, the links stay", () => {
  const many = Array.from({ length: 80 }, (_, n) => `**b${n}** [l${n}](https://a.example/${n})`).join("\n");
  const { entities } = formatForTelegram(many);
  expect([entities.length, entities.filter(({ type }) => type === "text_link").length]).toEqual([100, 80]);
});

test.each([
  ["**", 4_000],
  ["[", 8_000],
  ["> ", 4_000],
  ["~~a", 2_700],
  ["- ", 4_000],
  ["|", 8_000],
])("%j over and over is shown as it is, or nearly", (mark, times) => {
  const { text } = formatForTelegram(mark.repeat(times));
  expect(text.length).toBeGreaterThan(0);
});

test("a comment alone is shown as it is written", () => {
  expect(formatForTelegram("<!-- x -->").text).toBe("<!-- x -->");
});

test("half a character is no reason to lose the rest", () => {
  expect(formatForTelegram("so far \ud83d").text).toBe("so far \ufffd");
});
