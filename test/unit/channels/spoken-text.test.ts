import { expect, test } from "vitest";
import { toSpokenText } from "../../../src/channels/spoken-text.ts";

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
  expect(toSpokenText(markdown)).toBe("Weather\nIt is warm, see the map or today.\ntake a hat\nBye.");
});

test("has nothing to say of code alone, of signs and of nothing", () => {
  expect(toSpokenText("```js\nconst a = 1;\n```")).toBe("");
  expect(toSpokenText("👍 —")).toBe("");
  expect(toSpokenText("")).toBe("");
});

test("ends a long answer with a sentence", () => {
  const said = toSpokenText("Ten words make one sentence that is said here. ".repeat(200));
  expect(said.length).toBeLessThanOrEqual(4_000);
  expect(said.length).toBeGreaterThan(3_900);
  expect(said).toMatch(/here\.$/);
  expect(toSpokenText("x".repeat(5_000))).toHaveLength(4_000);
});
