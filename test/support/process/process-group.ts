/** The processes of a group, by what the system says. */
import { spawnSync } from "node:child_process";

const PATIENCE_MS = 60_000;
const PAUSE_MS = 20;

/** Living members; a process that has ended and waits to be reaped is none. */
export function groupMembers(group: number): number[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,pgid=,stat="], { encoding: "utf8" });
  return stdout.split("\n").flatMap((line) => {
    const [pid, pgid, state = "Z"] = line.trim().split(/\s+/);
    return Number(pgid) === group && !state.startsWith("Z") ? [Number(pid)] : [];
  });
}

/** What its living members have computed so far, in seconds. */
export function groupComputed(group: number): number {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pgid=,cputimes="], { encoding: "utf8" });
  const rows = stdout.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  return rows.reduce((sum, [pgid, seconds = 0]) => (pgid === group ? sum + seconds : sum), 0);
}

/** What its members do, a thread a line: for the report of a command that hangs. */
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
