/** Time limit of a call. Each sign of life restarts it, up to the tool's maximum. */
import type { Deadline } from "../../domain/time/deadline.ts";
import type { Tool } from "../ports/tool.ts";

const DEFAULT_TIMEOUT_MS = 60_000;

export interface Patience extends Deadline {
  /** A sign of life: restarts the limit. */
  alive(): void;
}

interface PatienceDeps {
  now(): number;
  deadline(ms: number): Deadline;
}

export function patienceWith(
  { timeout_ms = DEFAULT_TIMEOUT_MS, longest_ms = 0 }: Pick<Tool, "timeout_ms" | "longest_ms">,
  { now, deadline }: PatienceDeps,
): Patience {
  const controller = new AbortController();
  const until = now() + longest_ms;
  let limit = begun(timeout_ms);

  function begun(ms: number): Deadline {
    const made = deadline(ms);
    made.signal.addEventListener("abort", () => controller.abort(), { once: true });
    return made;
  }

  return {
    signal: controller.signal,
    alive() {
      const left = until - now();
      if (left <= 0 || controller.signal.aborted) return;
      limit.clear();
      limit = begun(Math.min(timeout_ms, left));
    },
    clear: () => limit.clear(),
  };
}
