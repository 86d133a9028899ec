import { describe, expect, test } from "vitest";
import { snippetOf } from "../../../src/memory/search/snippet.ts";

const marked = (text: string, asked: string) => {
  const snippet = snippetOf(text, asked);
  return snippet.marks.map(([start, end]) => snippet.text.slice(start, end));
};

describe("a snippet", () => {
  test("is the whole of a short message, with the words marked however they end", () => {
    expect(snippetOf("We painted the old boats", "painting boat")).toEqual({
      text: "We painted the old boats",
      marks: [
        [3, 10],
        [19, 24],
      ],
    });
  });

  test("is cut around the first word that was found, at words", () => {
    const text = `${"before ".repeat(40)}the ferry leaves at noon ${"after ".repeat(60)}`;
    const snippet = snippetOf(text, "ferry");
    expect(snippet.text).toMatch(/^… before .* the ferry leaves at noon after .* …$/);
    expect(snippet.text.length).toBeLessThan(200);
    expect(marked(text, "ferry")).toEqual(["ferry"]);
  });

  test("marks the beginning of a word that is still typed, but only the last", () => {
    expect(marked("Sourdough with rye, rising", "rye sour")).toEqual(["Sourdough", "rye"]);
    expect(marked("Sourdough with rye", "sour rye")).toEqual(["rye"]);
  });

  test("finds words with accents, of scripts without spaces, and emoji", () => {
    expect(marked("Un café crème", "creme")).toEqual(["crème"]);
    expect(marked("明日は東京へ行く", "東京")).toEqual(["東京"]);
    expect(marked("A gift 🎁 came", "🎁")).toEqual(["🎁"]);
  });

  test("begins at the beginning where only the speaker was found, and halves no character", () => {
    expect(snippetOf("Hello there", "Ann")).toEqual({ text: "Hello there", marks: [] });
    const faces = snippetOf("😀".repeat(300), "nothing").text;
    expect(faces.isWellFormed()).toBe(true);
  });
});
