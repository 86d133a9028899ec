/** The tools of the workspace. */
import type { Tool } from "../../agent/ports/tool.ts";
import type { Files } from "../files/port.ts";
import { createEditTool } from "./edit.ts";
import { createListFilesTool } from "./list-files.ts";
import type { Workspace } from "./port.ts";
import { createReadTool, type ReadFile } from "./read.ts";
import { SeenFiles } from "./seen-files.ts";
import { withUploads } from "./uploads.ts";
import { createWriteTool } from "./write.ts";

/** `files`: files of messages, which can be read too. */
export function createWorkspaceTools(
  workspace: Workspace,
  readFile: ReadFile,
  files?: Pick<Files, "get" | "describe">,
): Tool[] {
  const seen = new SeenFiles();
  return [
    createReadTool(files ? withUploads(workspace, files) : workspace, readFile, seen),
    createWriteTool(workspace, seen),
    createEditTool(workspace, seen),
    createListFilesTool(workspace),
  ];
}
