/** The tools of the workspace. */
import type { Tool } from "../../agent/ports/tool.ts";
import { createEditTool } from "./edit.ts";
import { createListFilesTool } from "./list-files.ts";
import type { Workspace } from "./port.ts";
import { createReadTool, type ReadFile } from "./read.ts";
import { createWriteTool } from "./write.ts";

export function createWorkspaceTools(workspace: Workspace, readFile: ReadFile): Tool[] {
  return [
    createReadTool(workspace, readFile),
    createWriteTool(workspace),
    createEditTool(workspace),
    createListFilesTool(workspace),
  ];
}
