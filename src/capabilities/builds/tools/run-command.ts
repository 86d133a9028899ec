/** A small shell over a build's files: list, print, type-check, test. */
import { z } from "zod";
import type { Tool, ToolOutcome } from "../../../agent/ports/tool.ts";
import type { Trust } from "../../../domain/trust.ts";
import { defineTool, toolError, trustedResult } from "../../../tools/define-tool.ts";
import type { BuildCatalog } from "../record/build.ts";
import type { Workbench } from "../record/workbench.ts";
import { type RunDeps, runProgram } from "./run-program.ts";

export interface CommandDeps extends RunDeps {
  catalog: Pick<BuildCatalog, "check">;
}

interface Run {
  bench: Workbench;
  deps: CommandDeps;
  /** Arguments after the command's name. */
  rest: string[];
  signal: AbortSignal;
  trust: Trust;
}

/** A new command is a line here. */
const COMMANDS: Record<string, (run: Run) => Promise<ToolOutcome> | ToolOutcome> = { ls, cat, types, test };

const Input = z.object({
  command: z.string().trim().min(1).max(300).describe("ls, cat PATH, types, test"),
});

const DESCRIPTION =
  "One of: `ls` (the files), `cat PATH`, `types` (takes the types out of every file and reads it: finds syntax errors, and imports, of which there may be none), `test` (looks at all files as registering does, and runs test.ts in a fresh sandbox).";

export function runCommandTool(bench: Workbench, deps: CommandDeps): Tool {
  return defineTool({
    name: "run_command",
    description: DESCRIPTION,
    schema: Input,
    // Testing again after each change is normal, so it must not count as a loop.
    effect: "read",
    reach: "inside",
    timeout_ms: 120_000,
    async run({ command }, { signal, trust }) {
      const [name = "", ...rest] = command.split(/\s+/);
      const act = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
      if (!act)
        return toolError(`There is no command "${name}". There are: ${Object.keys(COMMANDS).join(", ")}.`);
      return act({ bench, deps, rest, signal, trust });
    },
  });
}

function ls({ bench }: Run): ToolOutcome {
  const lines = Object.entries(bench.files()).map(([path, text]) => `${path}  ${text.length}`);
  return trustedResult(lines.length > 0 ? lines.sort().join("\n") : "There are no files yet.");
}

function cat({ bench, rest: [path = ""] }: Run): ToolOutcome {
  const files = bench.files();
  const text = Object.hasOwn(files, path) ? files[path] : undefined;
  return text === undefined ? toolError(`There is no file "${path}". Call ls.`) : trustedResult(text);
}

async function types({ bench, deps, signal }: Run): Promise<ToolOutcome> {
  const programs = Object.entries(bench.files()).filter(([path]) => /\.[jt]s$/.test(path));
  const problems: string[] = [];
  for (const [path, text] of programs) {
    const code = `await import(${JSON.stringify(`./${path}`)}); "read"`;
    const read = await runProgram(deps, { code, files: { [path]: text }, hosts: [], signal });
    if (!read.ok) problems.push(`${path}: ${read.reason}`);
  }
  return problems.length > 0
    ? toolError(problems.join("\n\n"))
    : trustedResult(`${programs.length} files can be read.`);
}

async function test({ bench, deps, trust }: Run): Promise<ToolOutcome> {
  const { passed, text } = await deps.catalog.check(bench.build, bench.files());
  return passed ? { ok: true, content: text, trust } : { ok: false, error: text, trust };
}
