/** The processes of a group, by what the system says. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const PATIENCE_MS = 60_000;
const PAUSE_MS = 20;
/** Unit of processor time on Linux, the same on every machine (USER_HZ). */
const TICKS_A_SECOND = 100;

/** Living members; a process that has ended and waits to be reaped is none. */
export function groupMembers(group: number): number[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,pgid=,stat="], { encoding: "utf8" });
  return stdout.split("\n").flatMap((line) => {
    const [pid, pgid, state = "Z"] = line.trim().split(/\s+/);
    return Number(pgid) === group && !state.startsWith("Z") ? [Number(pid)] : [];
  });
}

/** Processor time of the living members and the children that they have reaped, in seconds, to the hundredth. */
export function groupComputed(group: number): number {
  return groupMembers(group).reduce((sum, pid) => sum + computed(pid), 0);
}

/** `ps` says whole seconds: four processes with 0.9 each would have computed nothing. */
function computed(pid: number): number {
  const stat = statOf(pid);
  if (stat === undefined) return 0;
  // After the name, which may hold anything: utime, stime, cutime and cstime are the fields 14 to 17.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.slice(11, 15).map(Number);
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS_A_SECOND;
}

/** `undefined` of one that has ended meanwhile: its parent has what it computed. */
function statOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined;
  }
}

/** State of the members, one line per thread, for the report of a command that hangs. */
export function groupReport(group: number): string {
  const columns = "pid,pgid,lwp,stat,wchan:24,etimes,cputimes,comm";
  const { stdout } = spawnSync("ps", ["-A", "-L", "-o", columns], { encoding: "utf8" });
  const [head = "", ...lines] = stdout.split("\n");
  return [head, ...lines.filter((line) => Number(line.trim().split(/\s+/)[1]) === group)].join("\n");
}

/** Throws when some are still there after a bounded time. */
export async function whenGroupGone(group: number): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (groupMembers(group).length > 0) {
    if (Date.now() > deadline) throw new Error(`processes are left: ${groupMembers(group).join(", ")}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
