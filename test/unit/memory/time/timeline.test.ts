import { expect, test } from "vitest";
import type { Passage } from "../../../../src/memory/ports/model.ts";
import { timelineOf } from "../../../../src/memory/time/timeline.ts";

const CLOCK = { now: Date.parse("2026-11-25T10:00:00Z"), time_zone: "Europe/Berlin" };

function said(day: string, text: string): { passage: Passage } {
  const said_at = Date.parse(`${day}T09:00:00Z`);
  return { passage: { text, said_at, kind: "turn", source: "cnv" } as Passage };
}

const PIPE = said("2026-07-05", "The plumber nicked the pipe and it ran all night on 2 April.");
const LAB = said("2026-04-24", "The lab wrote back, the removal is booked for the 27th.");
const OVEN = said("2026-05-01", "The oven came yesterday.");

function lines(
  question: string,
  found: { passage: Passage; part?: number }[] = [PIPE, LAB, OVEN],
): string[] | undefined {
  return timelineOf(question, found, CLOCK)?.map(({ when }) => when);
}

test("what was found stands in order of the days that are named, with the days between", () => {
  const timeline = timelineOf("What came first, the pipe or the removal?", [LAB, OVEN, PIPE], CLOCK);
  expect(timeline?.map(({ item }) => item)).toEqual([PIPE, LAB, OVEN]);
  expect(timeline?.map(({ day }) => day)).toEqual(["2026-04-02", "2026-04-27", "2026-04-30"]);
  expect(timeline?.[1]?.when).toBe(
    "27 April 2026 (told 24 April 2026), 25 days after the line above, 212 days ago",
  );
});

test("the days between two events that are asked for are counted over what lies between", () => {
  const found = [{ ...PIPE, part: 0 }, LAB, { ...OVEN, part: 1 }];
  expect(lines("How many days were there between the pipe and the oven?", found)?.[2]).toBe(
    "30 April 2026 (told 1 May 2026), 28 days after 2 April 2026, 209 days ago",
  );
});

test("a question for a point in time keeps the best first, and counts the days until today", () => {
  expect(lines("When did the pipe burst?")?.[0]).toBe("2 April 2026 (told 5 July 2026), 237 days ago");
});

test("a stretch of time is told as it is, and counted roughly", () => {
  const found = [said("2026-10-20", "We were in Rome in May 2026."), said("2026-11-24", "We are back home.")];
  expect(lines("In which order did we travel?", found)).toEqual([
    "May 2026 (told 20 October 2026), about 193 days ago",
    "24 November 2026, about 192 days after the line above, 1 day ago",
  ]);
});

test("where several days are named, the one that is asked for counts", () => {
  const found = [said("2026-11-01", "The exam was on 3 October, and the result comes on 5 December.")];
  expect(lines("What was in October?", found)).toEqual(["3 October 2026 (told 1 November 2026)"]);
});

test.each([
  ["Vor drei Tagen habe ich das Rad verkauft.", "2026-09-07"],
  ["J'ai vendu le vélo hier.", "2026-09-09"],
  ["On Friday I have an appointment with the dentist.", "2026-09-11"],
  ["On Friday the dentist was kind.", "2026-09-04"],
  ["I sold the bike.", "2026-09-10"],
])("told on 10 September: %s", (text, day) => {
  expect(timelineOf("When was that?", [said("2026-09-10", text)], CLOCK)?.[0]?.day).toBe(day);
});

test("a question that asks for no time has no timeline", () => {
  expect(lines("Who booked the removal?")).toBeUndefined();
});
