import { describe, expect, it } from "vitest";
import { bestPassage } from "../../../../src/domain/sources/passage.ts";
import { locateQuote } from "../../../../src/domain/sources/quote.ts";
import { textAt } from "../../../../src/domain/sources/source.ts";
import { computed } from "../../../support/computed.ts";

const PAGE = `# The European nightjar

The **European nightjar** (*Caprimulgus europaeus*) is a [nocturnal bird](https://example.com/wiki/Night_(time)) of the family
Caprimulgidae. It weighs 51–101 g, and its song – a churring trill – has up to 1,900 notes a minute.

> “It is never seen by day”, the old book says: an exag-
geration.

- Breeds in most of Europe
- Winters in Africa

| month | birds |
| --- | --- |
| May | 1.5 million |
`;

function found(quote: string, text = PAGE): string | undefined {
  const span = locateQuote(text, quote);
  return span && textAt(text, span);
}

describe("A quote", () => {
  it.each([
    ["as it stands", "of the family", "of the family"],
    ["with other white space", "of the family Caprimulgidae.", "of the family\nCaprimulgidae."],
    ["in other case", "THE EUROPEAN NIGHTJAR (caprimulgus", "The **European nightjar** (*Caprimulgus"],
    [
      "without Markdown's marks",
      "is a nocturnal bird of the family",
      "is a [nocturnal bird](https://example.com/wiki/Night_(time)) of the family",
    ],
    ["with other dashes", "weighs 51-101 g", "weighs 51–101 g"],
    ["with other quotation marks", '"It is never seen by day", the', "It is never seen by day”, the"],
    ["over a broken word", "says: an exaggeration", "says: an exag-\ngeration"],
    ["in two parts", "The European nightjar … notes a minute", undefined],
    [
      "over points of a list",
      "Breeds in most of Europe Winters in Africa",
      "Breeds in most of Europe\n- Winters in Africa",
    ],
    ["in a row of a table", "May 1.5 million", "May | 1.5 million"],
  ])("is found %s", (_, quote, expected) => {
    expect(found(quote)).toBeDefined();
    if (expected !== undefined) expect(found(quote)).toBe(expected);
  });

  it("in parts joined by an ellipsis is found from the first to the last, in order alone", () => {
    expect(found("It weighs 51-101 g … notes a minute")).toMatch(/^It weighs[\s\S]*notes a minute$/);
    expect(found("notes a minute [...] It weighs")).toBeUndefined();
  });

  it.each([
    ["other words", "is a diurnal bird"],
    ["a part of a number", "901 notes"],
    ["the decimals of a number", "5 million"],
    ["the whole of a number with decimals", "May 1"],
    ["a part of a word", "urnal bird"],
    ["no words", "…"],
    ["nothing", ""],
  ])("is not found when it is %s", (_, quote) => {
    expect(found(quote)).toBeUndefined();
  });

  it("is found beside letters that folding makes longer, and ends with them", () => {
    expect(found("difficult find", "a diﬃcult ﬁnd!")).toBe("diﬃcult ﬁnd");
    expect(found("cafe creme", "Un café crème.")).toBe("café crème");
    expect(found("😀 yes", "no 😀 yes")).toBe("😀 yes".slice(0));
  });

  it("is looked for in a text of a million letters in time that grows with its length", async () => {
    const text = "The same words again and again, - and [again](https://e.org/a). ".repeat(16_000);
    const { ms } = await computed(() => locateQuote(text, "The same words … words that are nowhere"));
    expect(ms).toBeLessThan(4_000);
  });
});

describe("The passage of a sentence", () => {
  it("is the one that shares its rare words and numbers", () => {
    const passage = bestPassage(PAGE, "Its song reaches 1,900 notes per minute.");
    expect(passage && textAt(PAGE, passage)).toMatch(/^Caprimulgidae\. It weighs|^It weighs/);
    expect(passage?.score).toBeGreaterThan(0.4);
  });

  it("is absent where no word is shared", () => {
    expect(bestPassage(PAGE, "Quantum computers")).toBeUndefined();
    expect(bestPassage("", "Quantum computers")).toBeUndefined();
  });

  it("is short, also in a text of one line", () => {
    const passage = bestPassage(
      `${"filler ".repeat(5_000)} the needle is here ${"filler ".repeat(5_000)}`,
      "needle",
    );
    expect((passage?.end ?? 0) - (passage?.start ?? 0)).toBeLessThan(850);
  });
});
