import { expect, test } from "vitest";
import { voiceMessageText } from "../../../src/channels/spoken-text.ts";

test("says the words, code and tables as one tells them", () => {
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
  expect(voiceMessageText(markdown)).toBe(
    "Weather.\nIt is warm, see the map or link to wx.example today.\n1; b: 2.\nCode, 1 line.\ntake a hat.\nBye.",
  );
});

test("has nothing to say of signs and of nothing", () => {
  expect(voiceMessageText("👍 —")).toBe("");
  expect(voiceMessageText("")).toBe("");
});

test("ends a long answer with a sentence", () => {
  const said = voiceMessageText("Ten words make one sentence that is said here. ".repeat(200));
  expect(said.length).toBeLessThanOrEqual(4_000);
  expect(said.length).toBeGreaterThan(3_900);
  expect(said).toMatch(/here\.$/);
  expect(voiceMessageText("x".repeat(5_000))).toHaveLength(4_000);
});
