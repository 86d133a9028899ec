/** All tools of the Builder, for one build. */
import type { Tool } from "../../../agent/ports/tool.ts";
import type { Workbench } from "../record/workbench.ts";
import { askPersonTool } from "./ask-user.ts";
import { type RegisterDeps, registerTool } from "./register.ts";
import { reportProgressTool } from "./report-progress.ts";
import { runCodeTool } from "./run-code.ts";
import { type CommandDeps, runCommandTool } from "./run-command.ts";
import { writeFileTool } from "./write-file.ts";

type BuilderToolDeps = RegisterDeps & CommandDeps;

/** Sorted by name, so that the prompt prefix stays cached. */
export function builderTools(bench: Workbench, deps: BuilderToolDeps): Tool[] {
  return [
    askPersonTool(bench.build),
    registerTool(bench, deps),
    reportProgressTool(bench, deps.store),
    runCodeTool(bench, deps),
    runCommandTool(bench, deps),
    writeFileTool(bench),
  ];
}
