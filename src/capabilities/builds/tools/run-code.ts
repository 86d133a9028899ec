/** Runs a program of the Builder beside its files, to explore something. */
import { z } from "zod";
import type { Tool } from "../../../agent/ports/tool.ts";
import { defineTool } from "../../../tools/define-tool.ts";
import type { Workbench } from "../record/workbench.ts";
import { Hosts, wouldReach } from "./hosts.ts";
import { outcomeOf, type RunDeps, runProgram, trustOf } from "./run-program.ts";

const Input = z.object({
  code: z.string().min(1).max(100_000),
  hosts: Hosts.describe("Hosts that ctx.fetch may reach; none by default. The person is asked for each once"),
});

const DESCRIPTION = [
  "Run a TypeScript program in the sandbox and get what it prints and the value of its last expression; `await` works.",
  "`await import('./main.ts')` gives your own files; `await ctx.fetch(url, init)` reaches `hosts`. No packages. 2 s of computing, 64 MB.",
].join(" ");

export function runCodeTool(bench: Workbench, deps: RunDeps): Tool {
  return defineTool({
    name: "run_code",
    description: DESCRIPTION,
    schema: Input,
    effect: "once",
    begins_itself: true,
    reach: "inside",
    timeout_ms: 90_000,
    consent: ({ hosts }) => wouldReach(bench, { hosts }),
    async run({ code, hosts }, context) {
      const { signal } = context;
      const begin = () => context.begin();
      await bench.allow(hosts);
      const result = await runProgram(deps, { code, files: bench.files(), hosts, signal, begin });
      return outcomeOf(result, trustOf(hosts, context));
    },
  });
}
