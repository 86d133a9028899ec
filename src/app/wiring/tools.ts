/** The built-in tools of this Worker, as its settings and bindings allow. */

import type { GuardedFetch } from "../../agent/ports/fetch.ts";
import type { ReadPdf } from "../../agent/ports/pdf.ts";
import type { Tool, Toolbox } from "../../agent/ports/tool.ts";
import type { Channels } from "../../channels/channel.ts";
import { guardedToolbox } from "../../observability/guarded-tools.ts";
import type { Redact } from "../../observability/redact.ts";
import type { QuotaEnforcer } from "../../quotas/quota-enforcer.ts";
import { countSchedules } from "../../quotas/schedules.ts";
import type { Sandbox } from "../../sandbox/port.ts";
import type { D1ConnectionStore } from "../../storage/d1/connections/connections.ts";
import { R2PageCache } from "../../storage/r2/page-cache.ts";
import { createBuiltinTools } from "../../tools/builtin.ts";
import type { Files, ReadScan } from "../../tools/files/port.ts";
import { createRegistry } from "../../tools/registry.ts";
import type { SearchDeps } from "../../tools/web/search/query.ts";
import type { Workspace } from "../../tools/workspace/port.ts";
import type { Settings } from "../config.ts";
import type { OpenPart } from "../part.ts";
import type { ConnectionServices } from "../services/connections.ts";
import type { MediaServices } from "../services/media.ts";
import { type MessengerParts, wireMessenger } from "./messages/messenger.ts";
import type { OpenParts } from "./open-parts.ts";
import { type BrowserBinding, wireBrowsers } from "./outside/browser.ts";
import { wireImageModel } from "./outside/image-model.ts";

interface ToolParts extends MessengerParts {
  quotas: Pick<QuotaEnforcer, "scheduling" | "noteScheduled">;
  workspace: Workspace;
  guard: GuardedFetch;
  readPdf: ReadPdf;
  readScan: ReadScan;
  settings: Settings;
  pictureSettings: MediaServices["pictureSettings"];
  synthesizer: MediaServices["synthesizer"];
  sandbox: Sandbox;
  files: Files;
  /** The channels that are set up here. */
  channels: Channels;
  connections: Pick<D1ConnectionStore, "settings">;
  serviceFetch: ConnectionServices["serviceFetch"];
  pace: SearchDeps["pace"];
}

/** Made on first use: the parts need the house, and the house has their tools. */
export function wireToolbox(
  house: () => ToolParts & { redact: Redact },
  parts: Pick<OpenParts, "all">,
): Toolbox {
  let made: Toolbox | undefined;
  return {
    list(agent, owner, query) {
      made ??= toolboxOf(house(), parts.all());
      return made.list(agent, owner, query);
    },
  };
}

function toolboxOf(house: ToolParts & { redact: Redact }, opened: readonly OpenPart[]): Toolbox {
  const tools = [...wireBuiltinTools(house), ...opened.flatMap((part) => part.tools ?? [])];
  const sources = opened.flatMap((part) => part.sources ?? []);
  return guardedToolbox(createRegistry(tools, sources), house.redact);
}

function wireBuiltinTools(parts: ToolParts): Tool[] {
  const { env, workspace, guard, settings, sandbox, files, quotas, readPdf, readScan } = parts;
  const plainFetch = (url: string, init: RequestInit) => fetch(url, init);
  const searchFetch = parts.serviceFetch(() => parts.connections.settings());
  // The operator's own address may be in their network; Open-Meteo is not.
  const weatherFetch: typeof plainFetch = (url, init) =>
    settings.WEATHER_BASE_URL === undefined ? guard.fetch(url, init) : plainFetch(url, init);
  const tools = createBuiltinTools({
    workspace,
    fetch: guard,
    pages: new R2PageCache(env.BUCKET),
    readPdf,
    readScan,
    search: { fetch: searchFetch, settings, pace: parts.pace },
    weather: { fetch: weatherFetch, settings },
    speech: { synthesizer: parts.synthesizer, files },
    images: {
      fetch: plainFetch,
      guard,
      settings: parts.pictureSettings,
      files,
      workersAi: wireImageModel(env.AI),
    },
    messenger: wireMessenger(parts),
    browsers: wireBrowsers(env.BROWSER as BrowserBinding | undefined),
    files,
    sandbox,
  });
  return countSchedules(tools, quotas);
}
