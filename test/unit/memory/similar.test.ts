import { describe, expect, test } from "vitest";
import { judge } from "../../../src/memory/write/junk.ts";
import { saysTheSame } from "../../../src/memory/write/similar.ts";

describe("near-duplicates", () => {
  test.each([
    ["Ann is allergic to shellfish", "ann is very allergic to shellfish!", true],
    ["The user prefers dark mode", "User prefers dark mode in apps", true],
    ["Ann likes olives", "Ann doesn't like olives", false],
    ["The rent is 900 euros", "The rent is 950 euros", false],
    [
      "Ann likes tea",
      "Ann likes tea, and on Sundays she bakes rye bread with her neighbour from Porto",
      false,
    ],
    ["Teal", "Blue", false],
  ])("%s | %s: %s", (a, b, same) => {
    expect(saysTheSame(a, b)).toBe(same);
    expect(saysTheSame(b, a)).toBe(same);
  });
});

describe("junk", () => {
  test.each(["Ann was born in Uppsala", "我的生日是五月", "The user is a nurse in Leeds"])(
    "%s is kept",
    (text) => {
      expect(judge(text)).toEqual({ ok: true });
    },
  );

  test.each([
    "ok",
    "...",
    "User asked for help",
    "As an AI I cannot know",
    "-----BEGIN RSA PRIVATE KEY-----",
  ])("%s is refused", (text) => {
    expect(judge(text).ok).toBe(false);
  });
});
