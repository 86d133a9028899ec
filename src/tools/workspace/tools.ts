/** The tools of the workspace. */
import type { Tool } from "../../agent/ports/tool.ts";
import { createEditTool } from "./edit.ts";
import { createListFilesTool } from "./list-files.ts";
import type { Workspace } from "./port.ts";
import { createReadTool } from "./read.ts";
import { createWriteTool } from "./write.ts";

export function createWorkspaceTools(workspace: Workspace): Tool[] {
  return [
    createReadTool(workspace),
    createWriteTool(workspace),
    createEditTool(workspace),
    createListFilesTool(workspace),
  ];
}
