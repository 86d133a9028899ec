/** Whether a server's processes compute: a silent server that computes is busy, one that doesn't has died. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { descendants } from "./process-tree.mjs";

/**
 * @typedef {object} Activity
 * @property {number} computedMs by all of them together, since they began
 * @property {boolean} isRunnable whether one of them computes just now, or waits only for a processor
 */

/** Share of a processor that an idle server may use. */
const LEAST_SHARE = 0.2;
/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

/**
 * @param {Activity} before
 * @param {Activity} now
 * @param {number} passedMs
 */
export function isComputing(before, now, passedMs) {
  return now.isRunnable || now.computedMs - before.computedMs >= passedMs * LEAST_SHARE;
}

/**
 * The activity of a process and all its descendants.
 * @param {number | undefined} root
 * @returns {Activity}
 */
export function activityOf(root) {
  const each = root === undefined ? [] : activities([root, ...descendants(root)]);
  return {
    computedMs: each.reduce((sum, { computedMs }) => sum + computedMs, 0),
    isRunnable: each.some(({ isRunnable }) => isRunnable),
  };
}

/** @param {number[]} pids */
function activities(pids) {
  if (process.platform === "linux") return pids.flatMap((pid) => fromStat(statOf(pid)));
  const { stdout } = spawnSync("ps", ["-o", "state=,time=", "-p", pids.join(",")], { encoding: "utf8" });
  return (stdout ?? "").split("\n").flatMap(fromPs);
}

/** @param {number} pid */
function statOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    // The process has ended meanwhile.
    return "";
  }
}

/**
 * @param {string} stat
 * @returns {Activity[]}
 */
export function fromStat(stat) {
  // The name is in brackets and may hold spaces. After it: the state, and 11 fields further on the two times.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isNaN(ticks) ? [] : [{ computedMs: ticks * TICK_MS, isRunnable: fields[0] === "R" }];
}

/**
 * Parses a line of ps: `R+ 1:02.50`, or with hours before the minutes.
 * @param {string} line
 * @returns {Activity[]}
 */
export function fromPs(line) {
  const [state, time] = line.trim().split(/\s+/);
  if (state === undefined || time === undefined) return [];
  const seconds = time.split(/[:-]/).reduce((sum, part) => sum * 60 + Number(part), 0);
  return [{ computedMs: seconds * 1000, isRunnable: state.startsWith("R") }];
}
