/** The built-in tools of this Worker, as its settings and bindings allow. */

import type { GuardedFetch } from "../agent/ports/fetch.ts";
import type { Tool } from "../agent/ports/tool.ts";
import type { Sandbox } from "../capabilities/sandbox/port.ts";
import type { Channels } from "../channels/channel.ts";
import type { Settings } from "../config.ts";
import type { QuotaBook } from "../quotas/limited.ts";
import { countSchedules } from "../quotas/schedules.ts";
import { createPageCache } from "../storage/r2/page-cache.ts";
import { createBuiltinTools } from "../tools/builtin.ts";
import type { Files } from "../tools/files/port.ts";
import type { Workspace } from "../tools/workspace/port.ts";
import { type MessengerParts, wireMessenger } from "./messenger.ts";
import { type BrowserBinding, wireBrowsers } from "./outside/browser.ts";
import { wireImageModel } from "./outside/image-model.ts";

export interface ToolParts extends MessengerParts {
  quotas: Pick<QuotaBook, "checkSchedules" | "scheduled">;
  workspace: Workspace;
  guard: GuardedFetch;
  settings: Settings;
  sandbox: Sandbox;
  files: Files;
  /** Those that are set up here. */
  channels: Channels;
}

export function wireBuiltinTools(parts: ToolParts): Tool[] {
  const { env, workspace, guard, settings, sandbox, files, quotas } = parts;
  const plainFetch = (url: string, init: RequestInit) => fetch(url, init);
  const tools = createBuiltinTools({
    workspace,
    fetch: guard,
    pages: createPageCache(env.BUCKET),
    search: { fetch: plainFetch, settings },
    speech: { fetch: plainFetch, settings, files },
    images: { fetch: plainFetch, guard, settings, files, workersAi: wireImageModel(env.AI) },
    messenger: wireMessenger(parts),
    browsers: wireBrowsers(env.BROWSER as BrowserBinding | undefined),
    files,
    sandbox,
  });
  return countSchedules(tools, quotas);
}
