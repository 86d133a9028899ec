/** Starting, ending and weighing the processes of a target. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { descendants, signalAll, whenGone } from "../../scripts/start/process-tree.mjs";

const PATIENCE_MS = 60_000;

export interface Spawned {
  pid: number;
  child: ChildProcess;
}

/** Resolves at the first output that fits; throws with the output when the command ends before. */
export function startCommand(
  command: string,
  args: string[],
  options: { env: NodeJS.ProcessEnv; cwd: string; ready: RegExp },
): Promise<Spawned> {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  return new Promise((resolve, reject) => {
    let output = "";
    const timer = setTimeout(() => reject(new Error(`not ready in time:\n${output}`)), PATIENCE_MS);
    const take = (data: Buffer) => {
      output += data;
      if (!options.ready.test(output) || child.pid === undefined) return;
      clearTimeout(timer);
      output = "";
      resolve({ pid: child.pid, child });
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.once("exit", () => {
      clearTimeout(timer);
      reject(new Error(`ended before it was ready:\n${output}`));
    });
  });
}

/** Ends a process and all below it. */
export async function endTree(pid: number, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  // It was never started.
  if (pid < 0) return;
  const all = [pid, ...descendants(pid)];
  signalAll(signal === "SIGKILL" ? all : [pid], signal);
  const left = await whenGone(all, 10_000);
  signalAll(left, "SIGKILL");
  await whenGone(left, 5000);
}

/** The runtime's processes: the Worker's own and the development proxy's. */
function runtimes(pid: number): number[] {
  return descendants(pid).filter((each) => readProc(each, "comm").startsWith("workerd"));
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    // It ended between being listed and being read.
    return "";
  }
}

const TICKS_A_SECOND = 100;

/** CPU milliseconds so far of all runtimes below pid. Linux only: NaN elsewhere. */
export function cpuTime(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  const ticks = runtimes(pid).map((each) => {
    const fields = readProc(each, "stat").split(") ")[1]?.split(" ") ?? [];
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  });
  return (ticks.reduce((sum, each) => sum + each, 0) / TICKS_A_SECOND) * 1000;
}

/** Lifecycle memory in MiB of all runtimes below pid. Linux only: NaN elsewhere. */
export function residentMemory(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  const kilobytes = runtimes(pid).map((each) =>
    Number(/VmRSS:\s+(\d+)/.exec(readProc(each, "status"))?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}
