/** Fires crons, which the local runtime does not: as Cloudflare would, on the minute and in UTC. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../paths.mjs";
import { ask } from "./ask.mjs";

const MINUTE_MS = 60_000;
/** Cloudflare's limit for a cron. */
const LONGEST_RUN_MS = 15 * MINUTE_MS;

/**
 * Fires due crons each minute until the process ends.
 * @param {() => Promise<string>} address that runs a cron, of the instance that is up at that moment
 */
export async function startCrons(address) {
  const crons = await readCrons();
  if (crons.length === 0) return;
  const waitForMinute = () => {
    const timer = setTimeout(
      () => {
        const now = new Date();
        for (const cron of crons) if (isDue(cron, now)) void fire(address, cron);
        waitForMinute();
      },
      MINUTE_MS - (Date.now() % MINUTE_MS),
    );
    timer.unref();
  };
  waitForMinute();
}

/** @returns {Promise<string[]>} */
async function readCrons() {
  // A package: available only once everything is installed.
  const { parse } = await import("smol-toml");
  const config = /** @type {any} */ (parse(readFileSync(path.join(ROOT, "wrangler.toml"), "utf8")));
  return config.triggers?.crons ?? [];
}

/**
 * @param {() => Promise<string>} address
 * @param {string} cron
 */
async function fire(address, cron) {
  try {
    const timeoutMs = LONGEST_RUN_MS;
    await ask(`${await address()}?cron=${encodeURIComponent(cron)}`, { timeoutMs });
  } catch {
    // The server is restarting or stopping: the next minute will do.
  }
}

/**
 * Whether a five-field cron (numbers, ranges, lists, steps) is due in that minute, UTC: every field must match.
 * @param {string} cron
 * @param {Date} at
 */
export function isDue(cron, at) {
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = cron.trim().split(/\s+/);
  return (
    fits(minute, at.getUTCMinutes(), 0) &&
    fits(hour, at.getUTCHours(), 0) &&
    fits(day, at.getUTCDate(), 1) &&
    fits(month, at.getUTCMonth() + 1, 1) &&
    // Cloudflare counts Sunday as 1.
    fits(weekday, at.getUTCDay() + 1, 1)
  );
}

/**
 * @param {string} field
 * @param {number} value
 * @param {number} lowest of the field
 */
function fits(field, value, lowest) {
  return field.split(",").some((part) => {
    const [range = "", step = "1"] = part.split("/");
    const [from, to] = range === "*" ? [lowest, Number.POSITIVE_INFINITY] : bounds(range, part.includes("/"));
    return value >= from && value <= to && (value - from) % Number(step) === 0;
  });
}

/**
 * @param {string} range
 * @param {boolean} isOpen `5/10` means from 5 on
 */
function bounds(range, isOpen) {
  const [from = Number.NaN, to = isOpen ? Number.POSITIVE_INFINITY : from] = range.split("-").map(Number);
  return /** @type {[number, number]} */ ([from, to]);
}
