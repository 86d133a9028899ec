/** A conversation that asks for a capability, and the Builder in one of its own, on machines that may die. */

import type { Casting } from "../../../durable-objects/conversation/context/casting.ts";
import type { ModelRequest } from "../../../src/agent/ports/model.ts";
import { builderCasting } from "../../../src/app/capabilities/builds/casting.ts";
import { buildWaker } from "../../../src/app/capabilities/builds/waker.ts";
import { openWorkbench } from "../../../src/capabilities/builds/record/workbench.ts";
import type { RequestDeps } from "../../../src/capabilities/builds/request.ts";
import { createRequestTool } from "../../../src/capabilities/builds/request-tool.ts";
import { settle } from "../../../src/capabilities/builds/settle.ts";
import { builderTools } from "../../../src/capabilities/builds/tools/tools.ts";
import { createWatchJob } from "../../../src/capabilities/builds/watch.ts";
import { trustId } from "../../../src/domain/ids.ts";
import type { NewJob } from "../../../src/jobs/job.ts";
import type { Sandbox } from "../../../src/sandbox/port.ts";
import { calls, type Move, rounds, says } from "../../support/machine/rig.ts";
import { shippedTexts } from "../../support/prompts/shipped.ts";
import { Family, type FamilyOptions } from "../children/family.ts";
import { type MemoryCatalog, memoryBuilds, memoryCatalog } from "./memory-builds.ts";

export const WISH = { name: "weather_lookup", description: "Look up the weather of a city." };

export class Workshop {
  readonly store = memoryBuilds();
  readonly catalog: MemoryCatalog = memoryCatalog();
  readonly jobs = new Map<string, NewJob>();
  readonly family: Family;

  constructor(
    options: Pick<FamilyOptions, "fate" | "travel"> & {
      builder: FamilyOptions["child"];
      parent?: FamilyOptions["parent"];
    },
  ) {
    const { builder, parent = asksForIt, ...rest } = options;
    this.family = new Family({
      ...rest,
      parent,
      child: builder,
      tools: (children) => [
        createRequestTool({
          ...this.deps(),
          children,
          idOf: async ([, , key]) => trustId<"bld">(`bld_${key}`),
        }),
      ],
      ports: (base) => ({
        casting: builderCasting(
          { store: this.store, tools: (build) => this.tools(build) },
          base.casting as Casting,
        ),
        wakers: [buildWaker((end) => settle(this.deps(), end))],
      }),
    });
  }

  /** Jobs that are due run, until none is. */
  async runJobs(): Promise<void> {
    const run = createWatchJob({ ...this.deps(), stateOf: async ({ call_id }) => this.stateOf(call_id) });
    for (const [id, job] of this.jobs) {
      if ((job.run_after ?? 0) > this.family.timeline.now) continue;
      this.jobs.delete(id);
      await run.run(job.payload, { job: { ...job, id } } as unknown as Parameters<typeof run.run>[1]);
    }
  }

  get build() {
    const [build] = this.store.all();
    if (!build) throw new Error("nothing was asked for");
    return build;
  }

  private stateOf(call_id: string) {
    return this.family.parent.store.children.all().find((child) => child.call_id === call_id)?.state;
  }

  private async tools(build: Parameters<Parameters<typeof builderCasting>[0]["tools"]>[0]) {
    const bench = openWorkbench(this.store, build, await this.store.files(build.id));
    return builderTools(bench, {
      ...this.deps(),
      sandbox: NO_SANDBOX,
      fetch: { load: async () => ({ ok: false, reason: "There is no network." }) } as never,
    });
  }

  private deps(): Omit<RequestDeps, "children" | "idOf"> & { enqueue(job: NewJob): Promise<unknown> } {
    const enqueue = async (job: NewJob) => {
      const id = job.id ?? "";
      if (!this.seen.has(id)) this.jobs.set(id, job);
      this.seen.add(id);
      return job as never;
    };
    const { store, catalog } = this;
    return {
      store,
      catalog,
      prompts: shippedTexts,
      jobs: { enqueue },
      enqueue,
      now: () => this.family.timeline.now,
    };
  }

  private readonly seen = new Set<string>();
}

const NO_SANDBOX: Sandbox = {
  run: async () => ({ ok: true, value: "", console: [], compute_ms: 0 }),
};

export function asksForIt(request: ModelRequest): Move[] {
  return rounds(request) === 0 ? calls(["r1", "request_capability", WISH]) : says("It is being built.");
}

const PACKAGE = JSON.stringify({ hosts: ["api.open-meteo.com"], secrets: [] });
const REACHES = { hosts: ["api.open-meteo.com"] };

/** Wrong at first, then right, then registered. */
export const WELL: Move[][] = [
  calls(
    ["p1", "report_progress", { text: "Writing it" }],
    ["w1", "write_file", { path: "package.json", content: PACKAGE }],
    ["w2", "write_file", { path: "main.ts", content: "wrong" }],
  ),
  calls(["t1", "run_command", { command: "test" }]),
  calls(["w3", "write_file", { path: "main.ts", content: "right" }]),
  calls(["t2", "run_command", { command: "test" }]),
  calls(["g1", "register_capability", REACHES]),
];

export function buildsWell(request: ModelRequest): Move[] {
  return WELL[rounds(request)] ?? says("cap_weather_lookup is ready.");
}
