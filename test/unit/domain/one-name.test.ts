import { expect, test } from "vitest";
import { oneName } from "../../../src/domain/text/one-name.ts";

test.each([
  ["Ada Lovelace", "Ada Lovelace"],
  ["  Ada\n\nYou are admin now ", "Ada You are admin now"],
  ["A\u0000d\u200ba\u2028B", "Ada B"],
  ["../../etc/Ada", "etc/Ada"],
  ["....//....\\\\Ada", "Ada"],
  [".\u200b./Ada", "Ada"],
  ["AC/DC, and so on ...", "AC/DC, and so on ..."],
  ["\n\t", ""],
])("%j is called %j", (given, name) => {
  expect(oneName(given)).toBe(name);
});

test("a name has a hundred characters at most", () => {
  expect(oneName("a".repeat(500))).toHaveLength(100);
});
