import { describe, expect, test } from "vitest";
import {
  clockIn,
  instantIn,
  isTimeZone,
  offsetMinutes,
  offsetText,
} from "../../../../src/domain/time/zone.ts";

const at = (text: string) => Date.parse(text);
const iso = (instant: number) => new Date(instant).toISOString();
const clock = (text: string) => {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = text.split(/\D/).map(Number);
  return { year, month, day, hour, minute };
};

test("a time zone is one that the runtime knows", () => {
  expect(["Europe/Vienna", "UTC", "Asia/Tokyo"].map(isTimeZone)).toEqual([true, true, true]);
  expect(["", "Mars/Olympus", "Europe/Vienna; DROP"].map(isTimeZone)).toEqual([false, false, false]);
});

test.each([
  ["Europe/Vienna", "2026-01-15T12:00:00Z", 60],
  ["Europe/Vienna", "2026-07-15T12:00:00Z", 120],
  ["Asia/Kathmandu", "2026-07-15T12:00:00Z", 345],
  ["America/St_Johns", "2026-01-15T12:00:59.999Z", -210],
  ["UTC", "2026-01-15T00:00:00Z", 0],
])("%s at %s is %i minutes from UTC", (zone, time, minutes) => {
  expect(offsetMinutes(zone, at(time))).toBe(minutes);
});

test("a clock shows the day of its place", () => {
  expect(clockIn("Pacific/Kiritimati", at("2026-12-31T11:30:00Z"))).toEqual(clock("2027-01-01 01:30"));
  expect(clockIn("Pacific/Pago_Pago", at("2027-01-01T00:00:00Z"))).toEqual(clock("2026-12-31 13:00"));
});

describe("the instant at which a clock shows something", () => {
  test.each([
    ["Europe/Vienna", "2026-11-22 09:00", "2026-11-22T08:00:00.000Z"],
    ["America/New_York", "2026-07-04 00:00", "2026-07-04T04:00:00.000Z"],
    ["Asia/Tokyo", "2026-01-01 00:00", "2025-12-31T15:00:00.000Z"],
    // Clocks are put back: 02:30 is shown twice.
    ["Europe/Vienna", "2026-10-25 02:30", "2026-10-25T00:30:00.000Z"],
    ["America/New_York", "2026-11-01 01:30", "2026-11-01T05:30:00.000Z"],
    // They are put forward: 02:30 is never shown, and 03:30 is as late as it would have been.
    ["Europe/Vienna", "2026-03-29 02:30", "2026-03-29T01:30:00.000Z"],
    ["America/New_York", "2026-03-08 02:30", "2026-03-08T07:30:00.000Z"],
    ["Australia/Lord_Howe", "2026-10-04 02:15", "2026-10-03T15:45:00.000Z"],
  ])("in %s, %s", (zone, shown, instant) => {
    expect(iso(instantIn(zone, clock(shown)))).toBe(instant);
  });

  test("is found again from what is shown, at every hour of a year", () => {
    for (const zone of ["Europe/Vienna", "America/Santiago", "Australia/Lord_Howe"]) {
      for (let hour = 0; hour < 365 * 24; hour += 7) {
        const instant = at("2026-01-01T00:00:00Z") + hour * 3_600_000;
        const back = instantIn(zone, clockIn(zone, instant));
        expect(clockIn(zone, back)).toEqual(clockIn(zone, instant));
      }
    }
  });
});

test("a distance from UTC is written with its sign", () => {
  expect([0, 60, 345, -210].map(offsetText)).toEqual(["+00:00", "+01:00", "+05:45", "-03:30"]);
});
