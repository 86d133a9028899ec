import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { mayAskForTime } from "../../../../src/memory/text/may-ask-time.ts";
import { isoDay } from "../../../../src/memory/time/calendar.ts";
import { rangeIn } from "../../../../src/memory/time/range.ts";

/** A Wednesday, 11 in the morning in Berlin. */
const NOW = Date.parse("2026-11-25T10:00:00Z");

function rangeOf(question: string, now = NOW, time_zone = "Europe/Berlin"): string {
  const found = rangeIn(question, { now, time_zone });
  return found === undefined ? "none" : `${isoDay(found.days.from)} ${isoDay(found.days.to - 1)}`;
}

function phrases(language: string): [phrase: string, range: string][] {
  const file = readFileSync(new URL(`phrases/${language}.txt`, import.meta.url), "utf8");
  return file
    .trim()
    .split("\n")
    .map((line) => [line.slice(22), line.slice(0, 21)]);
}

describe.each(["en", "de", "fr"])("a date phrase (%s)", (language) => {
  test.each(phrases(language))("%s", (phrase, range) => {
    expect(rangeOf(phrase)).toBe(range);
    expect(mayAskForTime(phrase)).toBe(true);
  });
});

describe("a question without a date has no range", () => {
  test.each([
    "What is my sister called?",
    "May I bring a dog?",
    "How do we march in step?",
    "The three of us like soup",
    "Was steht hier im Vertrag?",
    "Was war vor dem Umzug?",
    "Wo ist mein Auto?",
    "Où est la clé de ma mère ?",
    "Qui a été le premier ?",
  ])("%s", (question) => {
    expect(rangeOf(question)).toBe("none");
  });
});

describe("days are those of the person's own calendar", () => {
  const LATE = Date.parse("2026-11-25T23:30:00Z");

  test("yesterday is another day in Berlin than in New York, half an hour before midnight in London", () => {
    expect(rangeOf("yesterday", LATE, "Europe/Berlin")).toBe("2026-11-25 2026-11-25");
    expect(rangeOf("yesterday", LATE, "America/New_York")).toBe("2026-11-24 2026-11-24");
  });

  test("a day begins and ends at their midnight, also where it has 23 hours", () => {
    const { span } = rangeIn("on 29 March 2026", { now: NOW, time_zone: "Europe/Berlin" }) ?? {};
    expect(span).toEqual({ from: Date.parse("2026-03-28T23:00Z"), to: Date.parse("2026-03-29T22:00Z") });
  });
});

test.each([
  "What is my sister called?",
  "Wie heißt mein Hund?",
  "Qui est ma sœur ?",
  "Write a poem about cats",
])("the rules of time are not loaded for: %s", (question) => {
  expect(mayAskForTime(question)).toBe(false);
});
