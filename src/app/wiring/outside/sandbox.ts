/** The sandbox of this process: its module and its interpreter are loaded with the first program. */
import { pause } from "../../../platform/pause.ts";
import type { ProgramHost, WorkerLoader } from "../../../sandbox/isolate/loader.ts";
import type { Sandbox } from "../../../sandbox/port.ts";
import { withQueue } from "../../../sandbox/queue.ts";
import { createFairness } from "../../../sandbox/quickjs/fairness.ts";
import { loadTypeStripper } from "../../../sandbox/strip-types.ts";
import type { Settings } from "../../config.ts";
import { RemoteHost } from "./remote-host.ts";

interface SandboxSettings {
  /** `quickjs` if unset. */
  engine: Settings["SANDBOX"];
  /** The Worker Loader binding. */
  loader: unknown;
}

const clock = () => performance.now();

export function buildSandbox({ engine, loader }: SandboxSettings): Sandbox {
  const fairness = createFairness(clock);
  const quickjs = lazily(async () => {
    const { createQuickJsSandbox } = await import("../../../sandbox/quickjs/engine.ts");
    return createQuickJsSandbox({ loadWasm, loadLua, loadTypeStripper, clock, fairness });
  });
  if (engine !== "isolate") return withQueue(quickjs, { clock, pause });
  const problem = isolateProblem(loader);
  if (problem) return unavailable(problem);
  const remote = (host: ProgramHost) => new RemoteHost(host);
  // The date below precedes the one from which every Worker has the Node API: a program has no use for it.
  const shared = { fallback: quickjs, loadTypeStripper, remote, pace: { clock, pause: fairness.pause } };
  const options = { ...shared, compatibility_date: "2026-07-01" };
  const isolate = lazily(async () => {
    const { createIsolateSandbox } = await import("../../../sandbox/isolate/engine.ts");
    return createIsolateSandbox({ loader: loader as WorkerLoader, ...options });
  });
  return withQueue(isolate, { clock, pause });
}

const loadWasm = async () => (await import("../../../sandbox/quickjs/quickjs.wasm")).default;
const loadLua = async () => (await import("../../../sandbox/lua/lua.txt")).default;

/** A Worker starts without the engine: few of its requests run a program. */
function lazily(make: () => Promise<Sandbox>): Sandbox {
  let made: Sandbox | undefined;
  return {
    async run(job) {
      made ??= await make();
      return made.run(job);
    },
  };
}

/** The reason why SANDBOX=isolate can't be fulfilled here. It is never replaced silently by something weaker. */
function isolateProblem(loader: unknown): string | undefined {
  if (!loader)
    return "SANDBOX=isolate needs the Worker Loader: add a [[worker_loaders]] binding LOADER to wrangler.toml.";
  if (!clockRunsWhileComputing()) return undefined;
  return "SANDBOX=isolate is refused locally, where the runtime doesn't limit loaded Workers. Remove SANDBOX from .dev.vars.";
}

/** On Cloudflare the clock stands still while code computes; in a local runtime it runs. */
function clockRunsWhileComputing(): boolean {
  const started = clock();
  let sum = 0;
  for (let round = 0; round < 5_000_000; round++) sum = (sum + round) % 1000;
  return clock() > started + sum * 0;
}

function unavailable(reason: string): Sandbox {
  return { run: async () => ({ ok: false, problem: "unavailable", reason, console: [], compute_ms: 0 }) };
}
