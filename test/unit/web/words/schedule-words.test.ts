import { afterEach, expect, test } from "vitest";
import { whenOf, whenWords } from "../../../../web/pages/schedules/when.ts";
import german from "../../../../web/words/catalogues/de.json" with { type: "json" };
import { speak } from "../../../../web/words/language.ts";
import { type Catalogue, useCatalogue } from "../../../../web/words/t.ts";

const timing = (over: { cron?: string; every_minutes?: number; at?: string; time_zone?: string }) =>
  whenOf({ cron: null, every_minutes: null, at: null, time_zone: "UTC", ...over });

/** Clocks set a narrow space before AM and PM. */
const said = (when: Parameters<typeof timing>[0]) => whenWords(timing(when)).replaceAll("\u202f", " ");

afterEach(() => {
  speak("en", ["en"]);
  useCatalogue({});
});

/** The messages of these modules are asked for when they are called, but for the days' names. */
function speakGerman(): void {
  speak("de", ["de"]);
  useCatalogue(german as unknown as Catalogue);
}

test.each([
  ["0 7 * * *", "Every day at 7:00 AM"],
  ["5 9 * * 1-5", "Every weekday at 9:05 AM"],
  ["30 18 * * 1", "Every Monday at 6:30 PM"],
  ["0 12 15 * *", "On day 15 of each month at 12:00 PM"],
])("%s is said as it is chosen", (cron, words) => {
  expect(said({ cron })).toBe(words);
});

test.each([
  ["0 9 * 6 1,3", "Every Monday and Wednesday in June at 9:00 AM"],
  ["0 9 * * mon-wed,fri", "Every Monday, Tuesday, Wednesday, and Friday at 9:00 AM"],
  ["15 8,20 * * 0,6", "Every Saturday and Sunday at 8:15 AM and 8:15 PM"],
  ["*/15 * * * *", "Every 15 minutes"],
  ["*/10 * * * 1-5", "Every weekday, every 10 minutes"],
  ["30 */2 * * *", "Every 2 hours, at minute 30"],
  ["0 */6 * jan,7 *", "Every day in January and July, every 6 hours"],
  ["0 7 1,15 * *", "On day 1 and 15 of each month at 7:00 AM"],
  ["0 7 1 4-6 *", "On day 1 of April, May, and June at 7:00 AM"],
  ["0 7 1 * 1", "Cron: 0 7 1 * 1"],
  ["5/7 3 * * *", "Cron: 5/7 3 * * *"],
  ["0 9 * * 1#2", "Cron: 0 9 * * 1#2"],
])("%s is said in plain words, or by its expression", (cron, words) => {
  expect(said({ cron })).toBe(words);
});

test("one single time is said by the clock of its zone", () => {
  const once = timing({ at: "2027-01-31T08:00:00.000Z", time_zone: "Europe/Vienna" });
  expect(whenWords(once)).toMatch(/^Once, on January 31, 2027 at 9:00\sAM$/);
});

test.each([
  [{ cron: "0 9 1,15 6 *" }, "Am 1. und 15. Juni um 9:00"],
  [{ cron: "30 */2 * * 1-5" }, "Jeden Werktag, alle 2 Stunden, zur Minute 30"],
  [{ cron: "0 7 1,15 * *" }, "Am 1. und 15. jedes Monats um 7:00"],
  [{ cron: "0 7 1 * 1" }, "Cron: 0 7 1 * 1"],
  [{ at: "2027-01-31T08:00:00.000Z" }, "Einmal, am 31. Januar 2027 um 08:00"],
])("German says %j in German", (when, words) => {
  speakGerman();
  expect(whenWords(timing(when))).toBe(words);
});

test("minutes and whole hours are counted", () => {
  expect(whenWords(timing({ every_minutes: 1 }))).toBe("Every minute");
  expect(whenWords(timing({ every_minutes: 90 }))).toBe("Every 90 minutes");
  expect(whenWords(timing({ every_minutes: 60 }))).toBe("Every hour");
  expect(whenWords(timing({ every_minutes: 180 }))).toBe("Every 3 hours");
});
