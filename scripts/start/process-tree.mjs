/** Finds and ends processes. wrangler starts a second Node, two workerd and esbuild: all must go together. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/**
 * All descendants of pid, without itself.
 * @param {number} pid
 * @returns {number[]}
 */
export function descendants(pid) {
  return below(pid, listProcesses());
}

/**
 * @param {number} root
 * @param {{pid: number, parent: number}[]} all
 * @returns {number[]}
 */
export function below(root, all) {
  const found = new Set([root]);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  found.delete(root);
  return [...found];
}

/** @param {number} pid */
export function parentOf(pid) {
  return listProcesses().find((each) => each.pid === pid)?.parent;
}

function listProcesses() {
  if (process.platform === "linux") return listFromProc();
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  return (stdout ?? "").split("\n").flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    return pid && parent !== undefined ? [{ pid, parent }] : [];
  });
}

function listFromProc() {
  return processIds().flatMap((pid) => {
    const stat = readProc(pid, "stat");
    // The name is in brackets and may hold spaces: state and parent follow the last bracket.
    const parent = Number(stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    return Number.isInteger(parent) ? [{ pid, parent }] : [];
  });
}

function processIds() {
  return readdirSync("/proc").map(Number).filter(Number.isInteger);
}

/**
 * @param {number} pid
 * @param {"stat" | "environ" | "cmdline"} file
 */
function readProc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    // The process ended meanwhile, or belongs to another user.
    return undefined;
  }
}

/**
 * Processes with that value of the environment variable. Linux only; elsewhere none are found.
 * @param {string} name
 * @param {string} value
 */
export function processesWith(name, value) {
  if (process.platform !== "linux") return [];
  const entry = `${name}=${value}`;
  return processIds().filter(
    (pid) => pid !== process.pid && readProc(pid, "environ")?.split("\0").includes(entry),
  );
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  // A zombie answers signals but runs nothing.
  return process.platform !== "linux" || !/\) [ZX] /.test(readProc(pid, "stat") ?? ") X ");
}

/**
 * The command that started the process; undefined when it is unknown.
 * @param {number} pid
 */
export function commandOf(pid) {
  if (process.platform === "linux") return readProc(pid, "cmdline")?.split("\0").join(" ");
  const { stdout } = spawnSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" });
  return stdout === "" ? undefined : stdout;
}

/**
 * @param {number[]} pids
 * @param {NodeJS.Signals} signal
 */
export function signalAll(pids, signal) {
  // 0 is the own process group and -1 all processes: such ids belong to processes that were never started.
  for (const pid of pids.filter((each) => each > 1)) {
    try {
      process.kill(pid, signal);
    } catch {
      // Already gone, as wanted.
    }
  }
}

/**
 * Resolves with the processes still alive, after at most that long.
 * @param {number[]} pids
 * @param {number} milliseconds
 */
export async function whenGone(pids, milliseconds) {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const alive = pids.filter(isAlive);
    if (alive.length === 0 || Date.now() > deadline) return alive;
    await pause(25);
  }
}
