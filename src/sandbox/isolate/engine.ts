/**
 * The isolate engine: runs modules in a Worker of their own with the Worker Loader, which needs a paid
 * account. Cloudflare limits their CPU time. A local runtime does not, so this engine must not be used there.
 */
import { HostCalls, type HostScheduler } from "../host-calls.ts";
import { isReadable, UNREADABLE } from "../json-limits.ts";
import {
  type ConsoleLine,
  DEFAULT_SANDBOX_LIMITS,
  type Sandbox,
  type SandboxJob,
  type SandboxLimits,
  type SandboxResult,
} from "../port.ts";
import type { ProgramHost, ProgramResult, WorkerLoader } from "./loader.ts";
import { runnerModule } from "./runner.ts";

interface IsolateDeps {
  loader: WorkerLoader;
  /** Runs programs (scripts, Lua): an isolate takes modules only. */
  fallback: Sandbox;
  loadTypeStripper(): Promise<(code: string) => string>;
  compatibility_date: string;
  pace: HostScheduler;
  /** Makes an object that can be called over RPC: `class extends RpcTarget`. */
  remote(host: ProgramHost): ProgramHost;
}

export function createIsolateSandbox(deps: IsolateDeps): Sandbox {
  return {
    run: (job) => (isModule(job) ? runModule(deps, job) : deps.fallback.run(job)),
  };
}

function isModule(job: SandboxJob): boolean {
  return job.entry.kind === "module" && job.language !== "lua";
}

async function runModule(deps: IsolateDeps, job: SandboxJob): Promise<SandboxResult> {
  const limits = { ...DEFAULT_SANDBOX_LIMITS, ...job.limits };
  const lines: ConsoleLine[] = [];
  const end = await ended(deps, job, { limits, lines });
  return { ...end, console: lines, compute_ms: 0 };
}

type Outcome =
  | { ok: true; value: string }
  | Omit<Extract<SandboxResult, { ok: false }>, "console" | "compute_ms">;

async function ended(
  deps: IsolateDeps,
  job: SandboxJob,
  { limits, lines }: { limits: SandboxLimits; lines: ConsoleLine[] },
): Promise<Outcome> {
  const limit = AbortSignal.any([job.signal, AbortSignal.timeout(limits.wait_ms)]);
  try {
    const code = await codeOf(deps, job, limits);
    const program = deps.loader.load(code).getEntrypoint();
    const args = JSON.stringify(job.entry.kind === "module" ? (job.entry.args ?? {}) : {});
    const host = deps.remote(hostOf(job, { limits, lines, pace: deps.pace }));
    return outcomeOf(await Promise.race([program.run(args, host), abortion(limit)]), limits);
  } catch (error) {
    if (job.signal.aborted) return { ok: false, problem: "aborted", reason: "The program was stopped." };
    if (limit.aborted) return timedOut(limits);
    return brokenOff(error, limits);
  }
}

async function codeOf(deps: IsolateDeps, job: SandboxJob, limits: SandboxLimits) {
  const strip = job.language === "typescript" ? await deps.loadTypeStripper() : undefined;
  const modules = Object.entries(job.modules ?? {}).map(([name, text]) => {
    const path = name.replace(/^\.\//, "");
    return [path, strip && path.endsWith(".ts") ? strip(text) : text];
  });
  return {
    compatibilityDate: deps.compatibility_date,
    mainModule: "runner.js",
    modules: {
      ...Object.fromEntries(modules),
      "main.js": strip ? strip(job.code) : job.code,
      "runner.js": runnerModule(Object.keys(job.host)),
    } as Record<string, string>,
    limits: { cpuMs: limits.compute_ms, subRequests: 1 },
    env: {},
    globalOutbound: null,
  };
}

function hostOf(
  job: SandboxJob,
  { limits, lines, pace }: { limits: SandboxLimits; lines: ConsoleLine[]; pace: HostScheduler },
): ProgramHost {
  let room = limits.output_chars;
  const calls = new HostCalls(job, limits, pace);
  return {
    async call(name, json) {
      if (!isReadable(json)) throw new Error(UNREADABLE);
      const args: unknown = JSON.parse(json);
      const answer = await calls.call(name, Array.isArray(args) ? args : [], {
        chars: json.length,
        undelivered: 0,
      });
      if (answer.ok) return answer.json;
      throw new Error(answer.json);
    },
    async print(level, text) {
      if (room <= 0) return;
      lines.push({ level: level === "warn" || level === "error" ? level : "log", text: text.slice(0, room) });
      room -= text.length + 1;
    },
  };
}

function outcomeOf(result: ProgramResult, limits: SandboxLimits): Outcome {
  if (!result.ok) return { ok: false, problem: "exception", reason: `${result.name}: ${result.message}` };
  if (result.value.length <= limits.output_chars) return result;
  return {
    ok: false,
    problem: "output",
    reason: `The result is longer than ${limits.output_chars} characters.`,
  };
}

function timedOut({ wait_ms }: SandboxLimits): Outcome {
  return { ok: false, problem: "timeout", reason: `The program did not end within ${wait_ms / 1000} s.` };
}

/** The runtime stopped it, or refused to start it: only its error message tells why. */
function brokenOff(error: unknown, { compute_ms }: SandboxLimits): Outcome {
  const text = error instanceof Error ? error.message : String(error);
  if (/SyntaxError/.test(text)) return { ok: false, problem: "syntax", reason: text };
  if (/cpu/i.test(text)) {
    return {
      ok: false,
      problem: "compute",
      reason: `The program computed for longer than ${compute_ms / 1000} s.`,
    };
  }
  if (/memory/i.test(text))
    return { ok: false, problem: "memory", reason: "The program needed too much memory." };
  if (/hung|never generate a response/i.test(text)) {
    return {
      ok: false,
      problem: "stuck",
      reason: "The program is waiting for a promise that never settles.",
    };
  }
  return { ok: false, problem: "exception", reason: text };
}

function abortion(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = () => reject(new Error("aborted"));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
  });
}
