import { expect, it } from "vitest";
import { isDue } from "../../../scripts/start/running/cron.mjs";

/** A Saturday. */
const at = new Date("2026-11-21T09:30:15Z");

it.each([
  "* * * * *",
  "30 9 * * *",
  "*/15 * * * *",
  "0,30 8-10 * * *",
  "10/20 * 21 11 *",
  "* * * * 7",
  "30 9 * * 2-7",
])("%s is due", (cron) => expect(isDue(cron, at)).toBe(true));

it.each([
  "31 * * * *",
  "*/20 * * * *",
  "30 10 * * *",
  "30 9 22 * *",
  "30 9 * 12 *",
  "* * * * 1",
  "* * * * 2-6",
])("%s is not", (cron) => expect(isDue(cron, at)).toBe(false));
