/** The tools of the workspace. */
import type { Tool } from "../../agent/ports/tool.ts";
import { createEditTool } from "./edit.ts";
import { createListFilesTool } from "./list-files.ts";
import type { Workspace } from "./port.ts";
import { createReadTool, type ReadFile } from "./read.ts";
import { SeenFiles } from "./seen-files.ts";
import { createWriteTool } from "./write.ts";

export function createWorkspaceTools(workspace: Workspace, readFile: ReadFile): Tool[] {
  const seen = new SeenFiles();
  return [
    createReadTool(workspace, readFile, seen),
    createWriteTool(workspace, seen),
    createEditTool(workspace, seen),
    createListFilesTool(workspace),
  ];
}
