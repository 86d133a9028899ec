import { expect, test } from "vitest";
import { bodyOf, changedBody, type ScheduleBody } from "../../../src/schedules/fields.ts";
import { wordsOf } from "../../../src/schedules/timing/words.ts";
import { wishOf } from "../../../src/schedules/wish.ts";

test.each([
  ["0 9 * * 1-5", "every weekday at 9:00"],
  ["0 9 * * MON-FRI", "every weekday at 9:00"],
  ["30 7,19 * * *", "every day at 7:30 and 19:30"],
  ["0 10 * * 6,0", "every weekend day at 10:00"],
  ["15 8 * * 1,3", "every Monday and Wednesday at 8:15"],
  ["0 9 1 * *", "on day 1 of every month at 9:00"],
  ["0 9 24 12 *", "on day 24 of December at 9:00"],
  ["*/15 * * * *", "every 15 minutes"],
  ["0 * * * *", "every hour"],
  ["30 */6 * * *", "every 6 hours, 30 past"],
  ["0 */2 * * 1-5", "every weekday, every 2 hours"],
  ["* * * * *", "every minute"],
  ["0 9 * * 5#2", "by the cron expression 0 9 * * 5#2"],
])("%s is %s", (cron, words) => {
  expect(wordsOf({ type: "cron", cron }, "UTC")).toBe(words);
});

test("intervals and single times are plain words too", () => {
  expect(wordsOf({ type: "every", minutes: 90 }, "UTC")).toBe("every 90 minutes");
  expect(wordsOf({ type: "every", minutes: 2880 }, "UTC")).toBe("every 2 days");
  const at = Date.parse("2027-01-31T08:00:00Z");
  expect(wordsOf({ type: "at", at }, "Europe/Vienna")).toBe("once, on 31 January 2027 at 9:00");
});

const NOW = Date.parse("2026-11-23T12:00:00Z");
const WRITING = { now: NOW, time_zone: "Europe/Vienna" };

function wish(body: Partial<ScheduleBody>) {
  const made = wishOf({ name: "x", text: "x", ...body }, WRITING);
  if (!made.ok) throw new Error(made.problem);
  return made.value;
}

test("a time without a zone is one of the person's own", () => {
  expect(wish({ at: "2027-01-31T09:00" })).toMatchObject({
    kind: "once",
    time_zone: "Europe/Vienna",
    timing: { type: "at", at: Date.parse("2027-01-31T08:00:00Z") },
  });
  expect(wish({ at: "2027-01-31T09:00", time_zone: "America/New_York" }).timing).toEqual({
    type: "at",
    at: Date.parse("2027-01-31T14:00:00Z"),
  });
});

test("a heartbeat beats each half hour and runs apart, if nothing else is said", () => {
  expect(wish({ kind: "heartbeat" })).toMatchObject({
    timing: { type: "every", minutes: 30 },
    runs_in: "isolated",
    target: { type: "own" },
  });
});

test("a change keeps what it does not name, and puts another time or place in place of the one there was", () => {
  const known = bodyOf({ wish: wish({ cron: "0 9 * * *", conversation_id: "cnv_1" }) });
  const timed = wishOf(changedBody(known, { every_minutes: 60 }), WRITING);
  expect(timed).toMatchObject({
    ok: true,
    value: {
      timing: { type: "every", minutes: 60 },
      target: { type: "conversation", conversation_id: "cnv_1" },
    },
  });
  const placed = wishOf(changedBody(known, { channel: "telegram" }), WRITING);
  expect(placed).toMatchObject({
    ok: true,
    value: { timing: { type: "cron", cron: "0 9 * * *" }, target: { type: "channel", channel: "telegram" } },
  });
  expect(wishOf(changedBody(known, { conversation_id: null }), WRITING)).toMatchObject({
    value: { target: { type: "own" } },
  });
});
