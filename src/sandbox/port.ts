/** The sandbox port: runs an untrusted program within limits, with only what the host passes in. */

export type SandboxLanguage = "javascript" | "typescript" | "lua";

export interface SandboxLimits {
  /** ms of CPU time. */
  compute_ms: number;
  memory_bytes: number;
  /** ms of wall-clock time, including waits for the host and for other programs. */
  wait_ms: number;
  /** Characters of the value, and of all console lines together; the rest is cut, with a note. */
  output_chars: number;
  /** Calls of `ctx` in total. */
  host_calls: number;
  /** Characters of their arguments and answers together, as JSON. */
  host_chars: number;
}

export const DEFAULT_SANDBOX_LIMITS: SandboxLimits = {
  compute_ms: 2000,
  memory_bytes: 64 * 1024 * 1024,
  wait_ms: 60_000,
  output_chars: 1_000_000,
  host_calls: 2_000,
  host_chars: 64_000_000,
};

/** `ctx.name(...args)` in the program. Arguments and results are JSON; errors are thrown in the program. */
export type HostFunction = (...args: unknown[]) => Promise<unknown>;

type SandboxEntry =
  /** The value is that of the last expression; top-level `await` works. In Lua it is the returned value. */
  | { kind: "program" }
  /** `main` is a module that exports `run(args, ctx)`; its result is the value. Not for Lua. */
  | { kind: "module"; args: unknown };

export interface SandboxJob {
  language: SandboxLanguage;
  code: string;
  /** Other modules that `main` may import, by path (`./parse.js`). */
  modules?: Readonly<Record<string, string>>;
  entry: SandboxEntry;
  /** `fetch` gets `{url, method, headers, body}` and answers `{status, url, headers, body}`. */
  host: Readonly<Record<string, HostFunction>>;
  limits?: Partial<SandboxLimits>;
  signal: AbortSignal;
}

export interface ConsoleLine {
  level: "log" | "warn" | "error";
  text: string;
}

export type SandboxProblem =
  | "syntax"
  | "exception"
  | "compute"
  | "memory"
  | "stack"
  | "timeout"
  /** The program awaits a promise that nothing can settle any more. */
  | "stuck"
  | "aborted"
  | "output"
  | "busy"
  | "unavailable";

interface SandboxReport {
  console: ConsoleLine[];
  compute_ms: number;
}

export type SandboxResult = SandboxReport &
  /** A string unchanged, anything else as JSON or in printable form. */
  ({ ok: true; value: string } | { ok: false; problem: SandboxProblem; reason: string });

export interface Sandbox {
  /** Runs in a fresh environment each time: nothing carries over. Never throws. */
  run(job: SandboxJob): Promise<SandboxResult>;
}
