/** The built-in tools that the given dependencies allow. */

import type { GuardedFetch } from "../agent/ports/fetch.ts";
import type { Messenger } from "../agent/ports/messenger.ts";
import type { ReadPdf } from "../agent/ports/pdf.ts";
import type { Tool } from "../agent/ports/tool.ts";
import type { Sandbox } from "../sandbox/port.ts";
import { askUserTool } from "./ask-user.ts";
import { createBrowserTool } from "./browser/browser.ts";
import type { Browsers } from "./browser/port.ts";
import { calculateTool } from "./calculate.ts";
import { createMessageTool } from "./channel/message.ts";
import { createReactTool } from "./channel/react.ts";
import { readFile } from "./files/file-text.ts";
import type { Files, ReadScan } from "./files/port.ts";
import { createGenerateImageTool, type ImageDeps } from "./media/generate-image.ts";
import { createSpeakTool, type SpeakDeps } from "./media/speak.ts";
import { createRunCodeTool } from "./run-code.ts";
import { scheduleMessageTool } from "./schedule.ts";
import { thinkTool } from "./think.ts";
import type { ForecastDeps } from "./web/forecast.ts";
import type { PageCache } from "./web/page-cache.ts";
import type { SearchDeps } from "./web/search/query.ts";
import { createWeatherTool } from "./web/weather.ts";
import { createWebFetchTool } from "./web/web-fetch.ts";
import { createWebSearchTool } from "./web/web-search.ts";
import type { Workspace } from "./workspace/port.ts";
import { createWorkspaceTools } from "./workspace/tools.ts";
import { readerOf } from "./workspace/uploads.ts";

/** Each dependency enables its tools; without it they are not offered. */
interface BuiltinDeps {
  workspace?: Workspace;
  /** web_fetch needs both `fetch` and `pages`. */
  fetch?: GuardedFetch;
  pages?: PageCache;
  /** web_fetch and the workspace need it. */
  readPdf: ReadPdf;
  search?: SearchDeps;
  weather?: ForecastDeps;
  speech?: SpeakDeps;
  images?: ImageDeps;
  messenger?: Messenger;
  /** browser; needs `fetch` and `files` too. */
  browsers?: Browsers | undefined;
  files?: Pick<Files, "put" | "get" | "describe">;
  /** Absent: scans are not read. */
  readScan?: ReadScan;
  /** run_code; needs `fetch` and `workspace` too. */
  sandbox?: Sandbox;
}

const PLAIN: readonly Tool[] = [thinkTool, askUserTool, calculateTool, scheduleMessageTool];

export function createBuiltinTools(deps: BuiltinDeps): Tool[] {
  const { workspace } = deps;
  const tools = [...PLAIN, ...webTools(deps), ...outwardTools(deps)];
  if (!workspace) return tools;
  const own = [
    ...createWorkspaceTools(workspace, readerOf(deps.readPdf, deps.readScan), deps.files),
    ...codeTools(deps, workspace),
  ];
  return [...tools, ...own];
}

function webTools({ fetch, pages, readPdf, search, weather, browsers, files }: BuiltinDeps): Tool[] {
  return [
    ...(search ? [createWebSearchTool(search)] : []),
    ...(weather ? [createWeatherTool(weather)] : []),
    ...(fetch && pages
      ? [createWebFetchTool({ fetch, cache: pages, readFile: (file) => readFile(file, readPdf) })]
      : []),
    ...(fetch && browsers && files ? [createBrowserTool({ fetch, browsers, files })] : []),
  ];
}

function outwardTools({ speech, images, messenger }: BuiltinDeps): Tool[] {
  return [
    ...(speech ? [createSpeakTool(speech)] : []),
    ...(images ? [createGenerateImageTool(images)] : []),
    ...(messenger ? [createMessageTool(messenger), createReactTool(messenger)] : []),
  ];
}

function codeTools({ fetch, sandbox }: BuiltinDeps, workspace: Workspace): Tool[] {
  return sandbox && fetch ? [createRunCodeTool({ sandbox, fetch, workspace })] : [];
}
