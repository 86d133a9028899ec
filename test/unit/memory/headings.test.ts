import { expect, test } from "vitest";
import { beginningOf, headingsIn } from "../../../src/memory/text/headings.ts";

test("how a document begins is told without badges, addresses and what is for programs", () => {
  const text =
    "---\ntitle: Menus\naliases: [/old]\nweight: 3\n---\n[![Build](https://a.b/c.svg)](https://a.b)\nA menu is a list. See https://a.b/c";
  expect(beginningOf(text).replace(/\s+/g, " ")).toBe("--- title: Menus --- A menu is a list. See ");
});

test("headings are those of Markdown, and a preamble's title and description", () => {
  const text = "---\ntitle: Menus\ndescription: All of them\n---\nText # not one\n## Nested\n#hash\n";
  expect(headingsIn(text)).toBe("title: Menus\ndescription: All of them\n## Nested");
});

test("a text without any has none", () => expect(headingsIn("Only words.")).toBe(""));
