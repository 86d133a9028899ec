import { describe, expect, test } from "vitest";
import { renderPlain } from "../../../src/channels/render-plain.ts";
import { splitText } from "../../../src/channels/split.ts";

const plain = (limit: number) => ({ limit, length: (text: string) => text.length });

function split(markdown: string, limit: number): string[] {
  return splitText(markdown, plain(limit));
}

describe("splitText", () => {
  test("leaves alone what fits", () => {
    expect(split("One.\n\nTwo.", 100)).toEqual(["One.\n\nTwo."]);
  });

  test("gives nothing for nothing", () => {
    expect(split(" \n\n ", 100)).toEqual([]);
  });

  test("cuts between paragraphs and fills each text", () => {
    expect(split("aaaa\n\nbbbb\n\ncccc", 10)).toEqual(["aaaa\n\nbbbb", "cccc"]);
  });

  test("cuts a long paragraph between lines, then sentences, then words", () => {
    expect(split("first line\nsecond line", 12)).toEqual(["first line", "second line"]);
    expect(split("It rained. It stopped. It rained.", 24)).toEqual(["It rained. It stopped.", "It rained."]);
    expect(split("alpha beta gamma", 11)).toEqual(["alpha beta", "gamma"]);
  });

  test("cuts a word that is too long at the limit", () => {
    expect(split("x".repeat(25), 10)).toEqual(["x".repeat(10), "x".repeat(10), "xxxxx"]);
  });

  test("keeps a code block whole when it fits beside nothing", () => {
    expect(split("Look:\n\n```js\na\n\nb\n```\n\nDone.", 16)).toEqual([
      "Look:",
      "```js\na\n\nb\n```",
      "Done.",
    ]);
  });

  test("closes a code block that is cut, and opens it again with its language", () => {
    const code = ["one();", "two();", "three();"].join("\n");
    expect(split(`\`\`\`js\n${code}\n\`\`\``, 24)).toEqual([
      "```js\none();\ntwo();\n```",
      "```js\nthree();\n```",
    ]);
  });

  test("closes a code block that the model left open", () => {
    expect(split("```py\nprint(1)", 100)).toEqual(["```py\nprint(1)\n```"]);
  });

  test("takes a longer fence for what it is: the shorter one inside does not end it", () => {
    const text = "````md\n```js\nx\n```\n````";
    expect(split(text, 100)).toEqual([text]);
  });

  test("cuts as prose what has a fence longer than the room", () => {
    const texts = split(`\`\`\`${"x".repeat(40)}\ncode\n\`\`\``, 20);
    expect(texts.join("")).toContain("code");
    expect(texts.every((text) => text.length <= 20)).toBe(true);
  });

  test("never cuts inside a surrogate pair, nor inside what is seen as one character", () => {
    expect(split("😀".repeat(5), 5)).toEqual(["😀😀", "😀😀", "😀"]);
    const family = "👨‍👩‍👧";
    expect(split(family.repeat(3), family.length + 2)).toEqual([family, family, family]);
    expect(split("e\u0301".repeat(4), 5)).toEqual(["e\u0301e\u0301", "e\u0301e\u0301"]);
  });

  test("cuts between code points when one character is longer than the limit", () => {
    const texts = split(`a${"\u0301".repeat(30)}😀`, 8);
    expect(texts.join("")).toBe(`a${"\u0301".repeat(30)}😀`);
    expect(texts.every((text) => text.isWellFormed())).toBe(true);
  });

  test("measures what is shown, not what is written", () => {
    const escaped = { limit: 20, length: (text: string) => text.replaceAll("<", "&lt;").length };
    const texts = splitText("<<<< <<<< <<<<", escaped);
    expect(texts).toEqual(["<<<<", "<<<<", "<<<<"]);
    const shown = { limit: 9, length: (text: string) => renderPlain(text).length };
    expect(splitText("**alpha** and **beta**", shown)).toEqual(["**alpha** and", "**beta**"]);
  });

  test("loses no word of random text, and keeps every text within the limit", () => {
    const random = sequence(7);
    for (let round = 0; round < 200; round++) {
      const markdown = randomMarkdown(random);
      const limit = 20 + Math.floor(random() * 120);
      const texts = split(markdown, limit);
      expect(texts.every((text) => text.length <= limit && text.isWellFormed())).toBe(true);
      expect(lettersOf(texts.join("\n"))).toBe(lettersOf(markdown));
    }
  });
});

/** Marks of code blocks may be doubled by a cut; everything else stands once. */
function lettersOf(text: string): string {
  return text.replace(/^(?:```\w*)$/gm, "").replace(/```(?:js)?|\s/g, "");
}

function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function randomMarkdown(random: () => number): string {
  const words = ["night", "jar", "😀", "a", "wheel.", "Übermut!", "x".repeat(50), "日本語"];
  const word = () => words[Math.floor(random() * words.length)] ?? "";
  const line = () => Array.from({ length: 1 + Math.floor(random() * 12) }, word).join(" ");
  const block = () => {
    const lines = Array.from({ length: 1 + Math.floor(random() * 5) }, line).join("\n");
    return random() < 0.3 ? `\`\`\`js\n${lines}\n\`\`\`` : lines;
  };
  return Array.from({ length: 1 + Math.floor(random() * 8) }, block).join("\n\n");
}
