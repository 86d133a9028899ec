/** Sentences of people, labelled by whether they wish or prefer something for all conversations. */
import { readFileSync } from "node:fs";

export interface LabelledSentence {
  text: string;
  /** Empty: it wishes nothing. */
  kind: "wish" | "preference" | "";
  isConditional: boolean;
  /** Each third one: the rules were written without looking at them. */
  isHeldOut: boolean;
}

export function labelledWishes(file: "en" | "de" | "fr" | "later"): LabelledSentence[] {
  const text = readFileSync(new URL(`../fixtures/wishes/${file}.txt`, import.meta.url), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line, index) => {
      const at = line.indexOf("|");
      const [kind = "", condition] = line.slice(0, at).split(" ");
      return {
        text: line.slice(at + 1).replaceAll("\\n", "\n"),
        kind: kind === "none" ? "" : (kind as "wish" | "preference"),
        isConditional: condition === "if",
        isHeldOut: index % 3 === 2,
      };
    });
}
