/** The built-in tools, as the given parts allow. */
import type { GuardedFetch } from "../agent/ports/fetch.ts";
import type { Tool } from "../agent/ports/tool.ts";
import type { Sandbox } from "../capabilities/sandbox/port.ts";
import { askUserTool } from "./ask-user.ts";
import { calculateTool } from "./calculate.ts";
import { withOutputLimit } from "./output-limit.ts";
import { createRunCodeTool } from "./run-code.ts";
import { scheduleTools } from "./schedule.ts";
import { sessionStatusTool } from "./session-status.ts";
import { thinkTool } from "./think.ts";
import type { PageCache } from "./web/page-cache.ts";
import { createWebFetchTool } from "./web/web-fetch.ts";
import { createWebSearchTool, type SearchDeps } from "./web/web-search.ts";
import type { Workspace } from "./workspace/port.ts";
import { createWorkspaceTools } from "./workspace/tools.ts";

/** Each part brings its tools; without it they are not offered. */
export interface BuiltinDeps {
  workspace?: Workspace;
  /** web_fetch needs both. */
  fetch?: GuardedFetch;
  pages?: PageCache;
  search?: SearchDeps;
  /** run_code; needs `fetch` and `workspace` too. */
  sandbox?: Sandbox;
}

export function createBuiltinTools(deps: BuiltinDeps): Tool[] {
  const { workspace } = deps;
  const tools = [
    thinkTool,
    askUserTool,
    sessionStatusTool,
    calculateTool,
    ...scheduleTools,
    ...webTools(deps),
  ];
  if (!workspace) return tools;
  return withOutputLimit(
    [...tools, ...createWorkspaceTools(workspace), ...codeTools(deps, workspace)],
    workspace,
  );
}

function webTools({ fetch, pages, search }: BuiltinDeps): Tool[] {
  return [
    ...(search ? [createWebSearchTool(search)] : []),
    ...(fetch && pages ? [createWebFetchTool({ fetch, cache: pages })] : []),
  ];
}

function codeTools({ fetch, sandbox }: BuiltinDeps, workspace: Workspace): Tool[] {
  return sandbox && fetch ? [createRunCodeTool({ sandbox, fetch, workspace })] : [];
}
