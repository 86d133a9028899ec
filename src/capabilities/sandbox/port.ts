/** The sandbox port: runs a program that nobody vouches for, within limits, with only what the host hands in. */

export type SandboxLanguage = "javascript" | "typescript" | "lua";

export interface SandboxLimits {
  /** ms of computing. */
  compute_ms: number;
  memory_bytes: number;
  /** ms in all, with waiting for the host and for others' turns. */
  wait_ms: number;
  /** Of the value, and of all console lines together; the rest is left out with a note. */
  output_chars: number;
  /** Calls of `ctx` in all. */
  host_calls: number;
  /** Of their arguments and answers together, as JSON. */
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

/** `ctx.name(...args)` in the program. Arguments and results are JSON; what it throws is thrown there. */
export type HostFunction = (...args: unknown[]) => Promise<unknown>;

export type SandboxEntry =
  /** The value is that of the last expression; `await` works at the top. Lua: what is returned. */
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
  /** Everything is done but a promise that nothing can settle any more. */
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
  /** A string as it is, anything else as JSON or as one would print it. */
  ({ ok: true; value: string } | { ok: false; problem: SandboxProblem; reason: string });

export interface Sandbox {
  /** A fresh world for each call: nothing carries over. Never throws. */
  run(job: SandboxJob): Promise<SandboxResult>;
}
