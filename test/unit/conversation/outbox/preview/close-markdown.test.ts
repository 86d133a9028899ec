import { describe, expect, test } from "vitest";
import { closeMarkdown } from "../../../../../durable-objects/conversation/outbox/preview/close-markdown.ts";

describe("an answer that is cut in mid-writing", () => {
  test.each([
    ["plain words stay", "plain words stay"],
    ["a **bold wor", "a **bold wor**"],
    ["a **", "a"],
    ["some `co", "some `co`"],
    ["`a ** b` and **c", "`a ** b` and **c**"],
    ["see [the pa", "see"],
    ["see [the page](https://exa", "see"],
    ["see [the page](https://example.org) now", "see [the page](https://example.org) now"],
    ["a half <ta", "a half"],
    ["1 < 2", "1 < 2"],
    ["one\n\n- ", "one"],
    ["one\n\n## ", "one"],
    ["one\n\n``", "one"],
    ["an emoji \ud83d", "an emoji"],
    ["", ""],
    ["**", ""],
  ])("%j is shown as %j", (written, shown) => {
    expect(closeMarkdown(written)).toBe(shown);
  });

  test("has its open block of code closed by the same fence", () => {
    expect(closeMarkdown("Look:\n\n```ts\nconst a = 1;")).toBe("Look:\n\n```ts\nconst a = 1;\n```");
    expect(closeMarkdown("~~~\nx\n~~")).toBe("~~~\nx\n~~~");
    expect(closeMarkdown("````\n```\nx")).toBe("````\n```\nx\n````");
  });

  test("leaves a block that is closed as it is", () => {
    expect(closeMarkdown("```\nx ** y\n```\nand **so")).toBe("```\nx ** y\n```\nand **so**");
  });
});
