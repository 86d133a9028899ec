/** Answers in Markdown as a person says them. */
import { describe, expect, it, test } from "vitest";
import { toSpokenText } from "../../../src/domain/text/spoken/spoken-text.ts";

const says = (language: "en" | "de" | "fr") => (written: string, spoken: string) =>
  expect(toSpokenText(written, language)).toBe(spoken);

describe("English", () => {
  it.each([
    ["It costs $12.50 or €1,200.", "It costs 12.50 dollars or 1200 euros."],
    ["About $3.5 million a year, 5 EUR a day.", "About 3.5 million dollars a year, 5 euros a day."],
    [
      "A total of 1,234,567 people, 45% of them at 20 °C.",
      "A total of 1234567 people, 45 percent of them at 20 degrees Celsius.",
    ],
    [
      "It drives 5 km/h for 1 h, then 12 km.",
      "It drives 5 kilometres per hour for 1 hour, then 12 kilometres.",
    ],
    ["Due on 2026-11-28 at 14:30.", "Due on November 28, 2026 at 14:30."],
    ["Take 2-3 days, or 5–10.", "Take 2 to 3 days, or 5 to 10."],
    ["It was -5 °C, see no. 555-1234.", "It was minus 5 degrees Celsius, see no. 555-1234."],
    ["Call +49 30 1234567 now.", "Call +49, 30, 123 456 7 now."],
    [
      "Use v1.2.3 and Node 22.4.1, pi is 3.14.",
      "Use version 1 point 2 point 3 and Node 22 point 4 point 1, pi is 3.14.",
    ],
    ["Birds, e.g. owls, i.e. hunters, etc.", "Birds, for example owls, that is hunters, and so on."],
    ["Dr. Who met Mr. No at 5 p.m.", "Doctor Who met Mister No at 5 PM."],
    ["Issue #5 & #6: a ≤ 10, R&D, a<b.", "Issue number 5 and number 6: a at most 10, R&D, a<b."],
    ["Owls hear well [1][2]. Bats too [3].", "Owls hear well. Bats too."],
    [
      "See [the map](https://maps.example/x) or https://www.wx.example/y today.",
      "See the map or link to wx.example today.",
    ],
    ["The mass is $$E = mc^2$$ here.", "The mass is a formula here."],
    ["Great 👍🏽 work! ![A barn owl](https://x.example/o.png)", "Great work! picture: A barn owl."],
    [
      "**Bold**, *soft*, ~~gone~~, `npm test` and snake_case_name.",
      "Bold, soft, gone, npm test and snake_case_name.",
    ],
    ["2 * 3 = 6 and 6 × 7 = 42.", "2 * 3 equals 6 and 6 times 7 equals 42."],
    ["The 21st of the 1990s, in 2026.", "The 21st of the 1990s, in 2026."],
    ["He said 10:5 and 1:2:3.", "He said 10:5 and 1:2:3."],
  ])("says %j", says("en"));
});

describe("German", () => {
  it.each([
    ["Das kostet 12,50 € oder 1.200 EUR.", "Das kostet 12,50 Euro oder 1200 Euro."],
    ["Es sind 45 % bei 20 °C und 1 h.", "Es sind 45 Prozent bei 20 Grad Celsius und 1 Stunde."],
    ["Der Termin ist am 28.11.2026 um 14:30.", "Der Termin ist am 28. November 2026 um 14 Uhr 30."],
    ["Um 9:00 Uhr und um 18:05 Uhr.", "Um 9 Uhr und um 18 Uhr 5."],
    ["Vögel, z. B. Eulen, d. h. Jäger, usw.", "Vögel, zum Beispiel Eulen, das heißt Jäger, und so weiter."],
    ["Das sind 2–3 Tage bzw. 100 km/h.", "Das sind 2 bis 3 Tage beziehungsweise 100 Kilometer pro Stunde."],
    ["Siehe https://karte.example/x für die Karte.", "Siehe Link zu karte.example für die Karte."],
    ["Nr. 5 mit −3 Grad.", "Nummer 5 mit minus 3 Grad."],
  ])("says %j", says("de"));
});

describe("French", () => {
  it.each([
    ["Cela coûte 12,50 € ou 1 200 EUR.", "Cela coûte 12,50 euros ou 1200 euros."],
    ["Le 2026-12-01 à 14h30 ou à 1:00.", "Le premier décembre 2026 à 14 heures 30 ou à 1 heure."],
    ["Les oiseaux, p. ex. les hiboux, etc.", "Les oiseaux, par exemple les hiboux, et cetera."],
    [
      "Il y a 5 km² et 1 Go pour Mme Dupont.",
      "Il y a 5 kilomètres carrés et 1 gigaoctet pour Madame Dupont.",
    ],
    ["De 5–10 % en 2026.", "De 5 à 10 pour cent en 2026."],
  ])("says %j", says("fr"));
});

test("headings and items are sentences of their own, lines of a paragraph are not", () => {
  const markdown =
    "# Weather\nIt is warm\nand dry today.\n\n- take a hat\n- drink *water*\n\n1. first\n2. second\n\n---\n> Bye";
  expect(toSpokenText(markdown, "en").split("\n")).toEqual([
    "Weather.",
    "It is warm",
    "and dry today.",
    "take a hat.",
    "drink water.",
    "1. first.",
    "2. second.",
    "Bye.",
  ]);
});

test("code is told by its lines, a table row by row", () => {
  const markdown =
    "Look:\n\n```ts\nconst a = 1;\n\nconst b = 2;\n```\n\n| City | Today | Tomorrow |\n|---|:-:|---|\n| Ulm | 20 °C | rain |\n| Bonn | 5 € | |\n";
  expect(toSpokenText(markdown, "en").split("\n")).toEqual([
    "Look:",
    "Code in TypeScript, 2 lines.",
    "Ulm; Today: 20 degrees Celsius; Tomorrow: rain.",
    "Bonn; Today: 5 euros.",
  ]);
});

test("of a long table the first rows are said, and how many more there are", () => {
  const rows = Array.from({ length: 30 }, (_, row) => `| ${row} | x |`);
  const said = toSpokenText(["| A | B |", "|---|---|", ...rows].join("\n"), "en").split("\n");
  expect(said).toHaveLength(11);
  expect(said.at(-1)).toBe("20 more rows are on the screen.");
});

test("the language is the text's own, whatever the reader's is", () => {
  expect(toSpokenText("Das ist nicht der 28.11.2026, es sind 5 € mit der Bahn.", "en")).toBe(
    "Das ist nicht der 28. November 2026, es sind 5 Euro mit der Bahn.",
  );
  expect(toSpokenText("5 €", "fr")).toBe("5 euros.");
});

test("there is nothing to say of signs, of nothing, and of an empty block", () => {
  for (const markdown of ["", "👍 —", "---", "```\n```", "***"]) expect(toSpokenText(markdown)).toBe("");
});

test("hostile text is answered at once", () => {
  const inputs = [
    "[".repeat(20_000),
    "*a".repeat(20_000),
    "|".repeat(20_000),
    "$1,".repeat(10_000),
    "<a ".repeat(10_000),
    "+1 ".repeat(10_000),
  ];
  const begun = performance.now();
  for (const input of inputs) toSpokenText(input);
  expect(performance.now() - begun).toBeLessThan(2_000);
});
