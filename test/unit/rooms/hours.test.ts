import { expect, it } from "vitest";
import type { OpeningHours } from "../../../src/domain/room.ts";
import { openState } from "../../../src/rooms/hours.ts";

const NIGHTS: OpeningHours = {
  time_zone: "Europe/Lisbon",
  spans: [
    { days: ["thu", "fri", "sat"], from: "20:00", to: "02:00" },
    { days: ["sun"], from: "15:00", to: "18:00" },
  ],
};

const at = (text: string) => Date.parse(text);
const told = (hours: OpeningHours | null, now: string) => {
  const { is_open, opens_at, closes_at } = openState(hours, at(now));
  const iso = (time: number | null) => time && new Date(time).toISOString().slice(0, 16);
  return [is_open, iso(opens_at), iso(closes_at)];
};

it("without opening hours it is always open", () => {
  expect(told(null, "2026-07-01T03:00Z")).toEqual([true, null, null]);
});

// Lisbon is an hour ahead of UTC in summer, and at UTC in winter.
it.each([
  ["before a night", "2026-07-02T18:59Z", [false, "2026-07-02T19:00", null]],
  ["when it opens", "2026-07-02T19:00Z", [true, null, "2026-07-03T01:00"]],
  ["after midnight of the night before", "2026-07-03T00:59Z", [true, null, "2026-07-03T01:00"]],
  ["when it closes", "2026-07-03T01:00Z", [false, "2026-07-03T19:00", null]],
  ["over days without a night", "2026-07-05T17:30Z", [false, "2026-07-09T19:00", null]],
  ["in winter", "2026-01-01T20:00Z", [true, null, "2026-01-02T02:00"]],
  ["in the night in which clocks are put back", "2026-10-24T23:30Z", [true, null, "2026-10-25T02:00"]],
])("it tells %s whether it is open, and until when or from when", (_, now, expected) => {
  expect(told(NIGHTS, now)).toEqual(expected);
});

it("a span that ends when it began is a whole day", () => {
  const hours: OpeningHours = { time_zone: "UTC", spans: [{ days: ["mon"], from: "09:00", to: "09:00" }] };
  expect(told(hours, "2026-07-07T08:59Z")).toEqual([true, null, "2026-07-07T09:00"]);
  expect(told(hours, "2026-07-07T09:00Z")).toEqual([false, "2026-07-13T09:00", null]);
});
