/** The built-in tools, as the given parts allow. */
import type { Tool } from "../agent/ports/tool.ts";
import { askUserTool } from "./ask-user.ts";
import { calculateTool } from "./calculate.ts";
import { withOutputLimit } from "./output-limit.ts";
import { scheduleTools } from "./schedule.ts";
import { sessionStatusTool } from "./session-status.ts";
import { thinkTool } from "./think.ts";
import type { Workspace } from "./workspace/port.ts";
import { createWorkspaceTools } from "./workspace/tools.ts";

/** Each part brings its tools; without it they are not offered. */
export interface BuiltinDeps {
  workspace?: Workspace;
}

export function createBuiltinTools({ workspace }: BuiltinDeps): Tool[] {
  const tools = [thinkTool, askUserTool, sessionStatusTool, calculateTool, ...scheduleTools];
  if (!workspace) return tools;
  return withOutputLimit([...tools, ...createWorkspaceTools(workspace)], workspace);
}
