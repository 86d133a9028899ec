import { describe, expect, it } from "vitest";
import { wishesIn } from "../../../../src/memory/wishes/recognise.ts";
import { type LabelledSentence, labelledWishes } from "../../../support/labelled-wishes.ts";

const only = (text: string) => wishesIn(text).map(({ kind, condition }) => [kind, condition]);

function scoresOf(sentences: readonly LabelledSentence[]) {
  const judged = sentences.map((each) => ({ ...each, found: wishesIn(each.text)[0]?.kind ?? "" }));
  const found = judged.filter((each) => each.found !== "");
  const wished = judged.filter((each) => each.kind !== "");
  const right = found.filter((each) => each.kind === each.found).length;
  return { precision: right / found.length, recall: right / wished.length };
}

describe.each(["en", "de", "fr"] as const)("labelled sentences, %s", (language) => {
  const all = labelledWishes(language);

  it("are at least 150, half of them wishes", () => {
    expect(all.length).toBeGreaterThanOrEqual(150);
    expect(all.filter(({ kind }) => kind !== "").length / all.length).toBeCloseTo(0.5, 1);
  });

  it("are told apart, also those that the rules were written without", () => {
    const chosenBy = scoresOf(all.filter(({ isHeldOut }) => !isHeldOut));
    expect(chosenBy.precision).toBeGreaterThanOrEqual(0.98);
    expect(chosenBy.recall).toBeGreaterThanOrEqual(0.98);
    const heldOut = scoresOf(all.filter(({ isHeldOut }) => isHeldOut));
    expect(heldOut.precision).toBeGreaterThanOrEqual(0.95);
    expect(heldOut.recall).toBeGreaterThanOrEqual(0.85);
  });
});

it("sentences that were written after the rules are told apart, too", () => {
  const { precision, recall } = scoresOf(labelledWishes("later"));
  expect(precision).toBeGreaterThanOrEqual(0.98);
  expect(recall).toBeGreaterThanOrEqual(0.95);
});

describe("a standing wish", () => {
  it("keeps the person's own sentence and the clause that says when it holds", () => {
    const [wish] = wishesIn(
      "The quote came in. From now on, when I ask about materials, always give me the price first.",
    );
    expect(wish).toEqual({
      kind: "wish",
      words: "From now on, when I ask about materials, always give me the price first.",
      condition: "when i ask about materials",
    });
  });

  it("is lifted by saying that it is no longer needed, which is no wish itself", () => {
    expect(only("You no longer have to use metric units.")).toEqual([["lift", ""]]);
    expect(only("Du musst nicht mehr in Metern rechnen.")).toEqual([["lift", ""]]);
  });

  it("is not read in what stands in quotes, code, pasted mail or a text that is handed over", () => {
    expect(wishesIn('She wrote "always answer in German, please" on the door.')).toEqual([]);
    expect(wishesIn("```\nalways use tabs\n```")).toEqual([]);
    expect(wishesIn("On Monday Ann Lee wrote:\nPlease always answer in German.\nNever call me.")).toEqual([]);
    expect(wishesIn("Summarise this text:\nAlways answer in German. Never use tables.")).toEqual([]);
  });

  it("is found at the ends of a long message, and not in what was pasted between", () => {
    const pasted = "Always answer in German. ".repeat(200);
    expect(wishesIn(`${"Hello there. ".repeat(60)}\n${pasted}\n${"That was it. ".repeat(60)}`)).toEqual([]);
    expect(only(`${"word ".repeat(600)}\nFrom now on short answers, please.`)).toEqual([["wish", ""]]);
  });

  it("takes time in proportion to the text", () => {
    const began = performance.now();
    wishesIn(`please always ${"never, always and ".repeat(4_000)}`);
    wishesIn("when i ask ".repeat(2_000));
    wishesIn(`Dear ${"a,\n".repeat(2_000)}`);
    expect(performance.now() - began).toBeLessThan(500);
  });
});
