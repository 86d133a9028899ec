/** What a report says of its own support. */
import { expect, test } from "vitest";
import { countsText, reportWords } from "../../../src/research/report/words.ts";

const EN = "How do nightjars find their food in the dark?";
const DE = "Wie finden Ziegenmelker ihre Nahrung in der Dunkelheit?";

test.each([
  [EN, { supported: 3, ours: 0, weak: 0 }, "3 sentences are supported by their sources."],
  [
    EN,
    { supported: 1, ours: 1, weak: 2 },
    "1 sentence is supported by its source, 1 is the report's own, 2 are not supported.",
  ],
  [EN, { supported: 0, ours: 0, weak: 1 }, "No sentence is supported by a source, 1 is not supported."],
  [DE, { supported: 2, ours: 0, weak: 1 }, "2 Sätze sind durch ihre Quellen belegt, 1 ist nicht belegt."],
])("counts what there is, and leaves out what there is none of", (question, counts, text) => {
  expect(countsText(reportWords(question), counts)).toBe(text);
});
