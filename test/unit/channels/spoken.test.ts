import { expect, test } from "vitest";
import { spoken } from "../../../src/channels/spoken.ts";

test("says the words, without marks, addresses, code and tables", () => {
  const markdown = [
    "# Weather",
    "It is **warm**, see [the map](https://maps.example/x) or https://wx.example/y today.",
    "",
    "| a | b |",
    "|---|---|",
    "| 1 | 2 |",
    "",
    "```sh",
    "rm -rf /",
    "```",
    "- take a `hat`",
    "",
    "---",
    "Bye.",
  ].join("\n");
  expect(spoken(markdown)).toBe("Weather\nIt is warm, see the map or today.\ntake a hat\nBye.");
});

test("has nothing to say of code alone, of signs and of nothing", () => {
  expect(spoken("```js\nconst a = 1;\n```")).toBe("");
  expect(spoken("👍 —")).toBe("");
  expect(spoken("")).toBe("");
});

test("ends a long answer with a sentence", () => {
  const said = spoken("Ten words make one sentence that is said here. ".repeat(200));
  expect(said.length).toBeLessThanOrEqual(4_000);
  expect(said.length).toBeGreaterThan(3_900);
  expect(said).toMatch(/here\.$/);
  expect(spoken("x".repeat(5_000))).toHaveLength(4_000);
});
