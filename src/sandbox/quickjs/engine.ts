/**
 * The quickjs engine: JavaScript, TypeScript and Lua in a metered WASM interpreter. Its limits work on every
 * runtime.
 */
import { DEFAULT_SANDBOX_LIMITS, type Sandbox, type SandboxJob, type SandboxLimits } from "../port.ts";
import { Environment, type EnvironmentDeps } from "./environment.ts";
import type { Fairness } from "./fairness.ts";
import { instantiate } from "./glue.ts";
import { Meter, ProgramStoppedError } from "./meter.ts";
import { Session } from "./session.ts";
import { canSuspend, suspending, type WasmModule } from "./web-assembly.ts";

interface QuickJsDeps {
  /** src/sandbox/quickjs/quickjs.wasm, compiled. */
  loadWasm(): Promise<WasmModule>;
  /** Strips types; may throw a SyntaxError. */
  loadTypeStripper(): Promise<(code: string) => string>;
  /** The Lua interpreter, as a script for the sandbox. */
  loadLua(): Promise<string>;
  /** ms, monotonic. */
  clock(): number;
  /** Shared by all programs of a process. */
  fairness: Fairness;
}

export function createQuickJsSandbox(deps: QuickJsDeps): Sandbox {
  return {
    async run(job) {
      const limits = { ...DEFAULT_SANDBOX_LIMITS, ...job.limits };
      const session = new Session(job, limits, { clock: deps.clock, pause: deps.fairness.pause });
      const meter = meterOf(deps, job, limits);
      try {
        const prepared = await prepare(deps, job);
        const world = await openWorld(deps, session, { meter, modules: prepared.modules, ...limits });
        await launch(deps, world, { ...job, ...prepared });
        return session.result(await session.drive(world, meter), meter.spentMs);
      } catch (error) {
        return session.result(failureOf(error, limits), meter.spentMs);
      } finally {
        session.close();
      }
    },
  };
}

function meterOf(deps: QuickJsDeps, job: SandboxJob, limits: SandboxLimits): Meter {
  const deadline = deps.clock() + limits.wait_ms;
  const { compute_ms } = limits;
  return new Meter(
    { clock: deps.clock, pause: deps.fairness.pause },
    { compute_ms, deadline, signal: job.signal },
    canSuspend(),
  );
}

async function openWorld(
  deps: QuickJsDeps,
  session: Session,
  { meter, modules, memory_bytes }: Pick<EnvironmentDeps, "meter" | "modules" | "memory_bytes">,
): Promise<Environment> {
  const instance = await instantiate(
    await deps.loadWasm(),
    memory_bytes,
    suspending(() => meter.tick()),
  );
  meter.fuel = instance.fuel;
  const post = (message: { type: string; json: string }) => session.receive(message.type, message.json);
  const world = new Environment({ instance, meter, memory_bytes, modules, post });
  await world.start(session.hostNames);
  return world;
}

interface Prepared {
  code: string;
  modules: Readonly<Record<string, string>>;
}

async function prepare(deps: QuickJsDeps, job: SandboxJob): Promise<Prepared> {
  const modules = Object.entries(job.modules ?? {}).map(
    ([name, code]) => [name.replace(/^\.\//, ""), code] as const,
  );
  if (job.language !== "typescript") return { code: job.code, modules: Object.fromEntries(modules) };
  const strip = await deps.loadTypeStripper();
  const stripped = modules.map(([name, code]) => [name, name.endsWith(".ts") ? strip(code) : code]);
  return { code: strip(job.code), modules: Object.fromEntries(stripped) };
}

async function launch(deps: QuickJsDeps, world: Environment, job: SandboxJob): Promise<void> {
  if (job.language === "lua") {
    await world.load(await deps.loadLua());
    await world.control("lua", job.code);
  } else if (job.entry.kind === "module") {
    await world.module(job.code, JSON.stringify(job.entry.args ?? {}));
  } else await world.program(job.code);
}

type Outcome = Parameters<Session["result"]>[0];

/** The engine itself stopped: a limit, memory used up, or a stack overflow. */
function failureOf(error: unknown, limits: SandboxLimits): Outcome {
  if (error instanceof ProgramStoppedError) return stopped(error.problem, limits);
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (error instanceof SyntaxError) return { ok: false, problem: "syntax", reason: text };
  if (/call stack/i.test(text))
    return { ok: false, problem: "stack", reason: "The program recursed too deeply." };
  if (/memory/i.test(text)) return { ok: false, problem: "memory", reason: memoryReason(limits) };
  return { ok: false, problem: "exception", reason: `The program ended abnormally (${text}).` };
}

function memoryReason(limits: SandboxLimits): string {
  return `The program needed more than ${Math.round(limits.memory_bytes / 1024 / 1024)} MB of memory.`;
}

function stopped(problem: ProgramStoppedError["problem"], limits: SandboxLimits): Outcome {
  switch (problem) {
    case "compute":
      return {
        ok: false,
        problem,
        reason: `The program computed for longer than ${limits.compute_ms / 1000} s; is there an endless loop?`,
      };
    case "timeout":
      return { ok: false, problem, reason: `The program did not end within ${limits.wait_ms / 1000} s.` };
    case "aborted":
      return { ok: false, problem, reason: "The program was stopped." };
  }
}
