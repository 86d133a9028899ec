import { expect, test } from "vitest";
import { whenOf, whenWords } from "../../../../web/pages/schedules/when.ts";

const timing = (over: { cron?: string; every_minutes?: number }) =>
  whenOf({ cron: null, every_minutes: null, at: null, time_zone: "UTC", ...over });

test.each([
  ["0 7 * * *", "Every day at 7:00"],
  ["5 9 * * 1-5", "Every weekday at 9:05"],
  ["30 18 * * 1", "Every Monday at 18:30"],
  ["0 12 15 * *", "On day 15 of each month at 12:00"],
  ["0 9 * 6 1,3", "as the server says it"],
])("%s is said as it is chosen", (cron, words) => {
  expect(whenWords(timing({ cron }), "as the server says it")).toBe(words);
});

test("minutes and whole hours are counted", () => {
  expect(whenWords(timing({ every_minutes: 1 }), "")).toBe("Every minute");
  expect(whenWords(timing({ every_minutes: 90 }), "")).toBe("Every 90 minutes");
  expect(whenWords(timing({ every_minutes: 60 }), "")).toBe("Every hour");
  expect(whenWords(timing({ every_minutes: 180 }), "")).toBe("Every 3 hours");
});
