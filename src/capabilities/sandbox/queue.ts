/** At most so many programs at once for one owner of the queue; the others wait in line. */
import { DEFAULT_SANDBOX_LIMITS, type Sandbox, type SandboxJob, type SandboxResult } from "./port.ts";

export interface QueueLimits {
  running: number;
  waiting: number;
}

const DEFAULTS: QueueLimits = { running: 8, waiting: 64 };

export function withQueue(sandbox: Sandbox, limits: QueueLimits = DEFAULTS): Sandbox {
  const line: (() => void)[] = [];
  let running = 0;
  const leave = () => {
    running--;
    line.shift()?.();
  };
  return {
    async run(job) {
      if (running >= limits.running) {
        if (line.length >= limits.waiting)
          return unstarted("busy", "Too many programs wait already. Try again later.");
        const admitted = await waitInLine(line, job);
        if (admitted !== "go") return unstarted(admitted, waitingReason(admitted));
      }
      running++;
      try {
        return await sandbox.run(job);
      } finally {
        leave();
      }
    },
  };
}

/** Settles when its turn has come, or when waiting has become pointless. */
function waitInLine(line: (() => void)[], job: SandboxJob): Promise<"go" | "aborted" | "timeout"> {
  return new Promise((resolve) => {
    const wait = AbortSignal.timeout(job.limits?.wait_ms ?? DEFAULT_SANDBOX_LIMITS.wait_ms);
    const finish = (outcome: "go" | "aborted" | "timeout") => {
      const place = line.indexOf(go);
      if (place >= 0) line.splice(place, 1);
      job.signal.removeEventListener("abort", onAbort);
      wait.removeEventListener("abort", onTimeout);
      resolve(outcome);
    };
    const go = () => finish("go");
    const onAbort = () => finish("aborted");
    const onTimeout = () => finish("timeout");
    job.signal.addEventListener("abort", onAbort);
    wait.addEventListener("abort", onTimeout);
    line.push(go);
    if (job.signal.aborted) onAbort();
  });
}

function waitingReason(outcome: "aborted" | "timeout"): string {
  return outcome === "aborted" ? "It was stopped before it began." : "Its turn did not come in time.";
}

function unstarted(problem: "busy" | "aborted" | "timeout", reason: string): SandboxResult {
  return { ok: false, problem, reason, console: [], compute_ms: 0 };
}
