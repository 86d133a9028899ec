import { describe, expect, it } from "vitest";
import { readingOf, readingWords } from "../../../../src/domain/text/document-reading.ts";

const words = (text: string) => readingWords(readingOf(text));

describe("how much of a document its text holds", () => {
  it("is all of it where nothing was left out", () => {
    expect(readingOf("Minutes")).toMatchObject({
      characters: 7,
      used_characters: 7,
      unit: null,
      whole: true,
    });
    expect(words("Minutes")).toBe("7 characters");
    expect(words("M")).toBe("1 character");
  });

  it("counts pages, slides and sheets by their marks", () => {
    expect(words("[page 1 of 2]\nA\n\n[page 2 of 2]\nB")).toMatch(/^2 pages, \d+ characters$/);
    expect(words("## Slide 1 of 1: Hello\n")).toMatch(/^1 slide, /);
    expect(words("## Sheet One\n| a |\n\n## Sheet Two\n| b |\n\n## Sheet Three")).toMatch(/^3 sheets, /);
  });

  it("says how far it goes where its reader stopped before its end", () => {
    expect(readingOf("[page 1 of 9]\nA\n\n[8 more pages were left out]")).toMatchObject({
      whole: false,
      characters: null,
      used_units: 1,
      units: 9,
    });
    expect(words("[page 1 of 9]\nA\n\n[8 more pages were left out]")).toMatch(
      /^pages 1 to 1 of 9, the first \d+ characters$/,
    );
    expect(words("## Sheet A\n| a |\n\n[the rest was left out; rows 1 to 9 of 1000]")).toMatch(
      /^1 sheet, the first \d+ characters$/,
    );
  });
});
