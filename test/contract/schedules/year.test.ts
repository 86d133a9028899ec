/** A year of schedules in twelve zones, on a machine that is off now and then and dies at any step. */
import { expect, test } from "vitest";
import type { Schedule } from "../../../src/schedules/schedule.ts";
import { timedOf } from "../../../src/schedules/timing/due.ts";
import { between } from "../../../src/schedules/timing/occurrences.ts";
import { DEAD, TestHouse } from "../../unit/schedules/house.ts";

const ZONES = [
  "Europe/Vienna",
  "Europe/London",
  "America/New_York",
  "America/Los_Angeles",
  "America/Santiago",
  "America/St_Johns",
  "Australia/Lord_Howe",
  "Australia/Sydney",
  "Pacific/Auckland",
  "Africa/Cairo",
  "Asia/Beirut",
  "Atlantic/Azores",
];
const YEAR = Date.UTC(2026, 0, 1);
const END = Date.UTC(2027, 0, 1);
const HOUR = 3_600_000;

/** The same numbers for the same seed. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Off for hours or days, on for days: as pairs of moments at which the machine is on. */
function days(random: () => number): [on: number, off: number][] {
  const on: [number, number][] = [];
  let at = YEAR;
  while (at < END) {
    const off = at + (2 + random() * 20) * 24 * HOUR;
    on.push([at, Math.min(off, END)]);
    at = off + random() ** 3 * 60 * HOUR;
  }
  return on;
}

/** In each zone one at the hour at which its clocks change. */
function make(house: TestHouse): Schedule[] {
  return ZONES.map((time_zone, index) => {
    const cron = `${(index * 7) % 60} ${1 + (index % 3)} * * *`;
    return house.make({
      timing: { type: "cron", cron },
      time_zone,
      missed: index % 2 === 0 ? "once" : "skip",
    });
  });
}

test("each occurrence of a year runs exactly once, or is made up for as it is set, whatever dies", async () => {
  const random = dice(7);
  const house = new TestHouse(YEAR);
  const schedules = make(house);
  let deaths = 0;
  house.step = () => {
    if (random() > 0.03) return;
    deaths += 1;
    throw DEAD;
  };
  const on = days(random);
  for (const [start, end] of on) {
    house.now = Math.max(house.now, start);
    await house.live(end);
  }
  expect(deaths).toBeGreaterThan(300);
  for (const schedule of schedules) {
    const all = between(timedOf(schedule), { after: YEAR, until: END }, Number.POSITIVE_INFINITY);
    const ran = [...house.turns.values()].filter((order) => order.schedule.id === schedule.id);
    const times = ran.map(({ run }) => run.occurrence);
    const [isOne, hasRun] = [new Set(all), new Set(times)];
    expect(times.filter((at) => !isOne.has(at))).toEqual([]);
    expect(hasRun.size).toBe(times.length);
    // On at its time, and long enough to notice: it ran, as itself.
    const wasOn = (at: number) => on.some(([from, to]) => from <= at && at + 120_000 < to);
    expect(all.filter((at) => !hasRun.has(at) && wasOn(at))).toEqual([]);
    const late = ran.filter(({ run }) => run.note !== null);
    if (schedule.wish.missed === "skip") expect(late).toEqual([]);
    else expect(late.length).toBeGreaterThan(2);
  }
});

test("times that clocks jump over come when they have jumped, those that they show twice come once", () => {
  const timed = (cron: string, time_zone: string) =>
    ({ timing: { type: "cron", cron }, time_zone, quiet: null, anchor: 0 }) as const;
  const of = (cron: string, zone: string, day: string) =>
    between(
      timed(cron, zone),
      {
        after: Date.parse(`${day}T00:00:00Z`) - 12 * HOUR,
        until: Date.parse(`${day}T00:00:00Z`) + 36 * HOUR,
      },
      100,
    )
      .map((at) => new Date(at).toISOString())
      .filter((at) => at.startsWith(day));
  expect(of("30 2 * * *", "Europe/Vienna", "2026-03-29")).toEqual(["2026-03-29T01:00:00.000Z"]);
  expect(of("30 2 * * *", "Europe/Vienna", "2026-10-25")).toEqual(["2026-10-25T00:30:00.000Z"]);
  expect(of("30 2,14 * * *", "Europe/Vienna", "2026-10-25")).toEqual([
    "2026-10-25T00:30:00.000Z",
    "2026-10-25T13:30:00.000Z",
  ]);
  // What comes each hour comes in both of the hours that look the same.
  expect(of("0 * * * *", "Europe/Vienna", "2026-10-25")).toHaveLength(24);
});

test("each daily time comes once on each day of the year, in each zone", () => {
  for (const zone of ZONES) {
    const timed = {
      timing: { type: "cron", cron: "30 2 * * *" },
      time_zone: zone,
      quiet: null,
      anchor: 0,
    } as const;
    const all = between(timed, { after: YEAR, until: END }, 1000);
    const dayOf = new Intl.DateTimeFormat("en-CA", { timeZone: zone });
    const dates = all.map((at) => dayOf.format(at));
    expect(new Set(dates).size, zone).toBe(all.length);
    expect(all.length, zone).toBe(365);
  }
});
