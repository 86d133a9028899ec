/** The built-in tools, as the given parts allow. */
import type { Tool } from "../agent/ports/tool.ts";
import { askUserTool } from "./ask-user.ts";
import { calculateTool } from "./calculate.ts";
import { scheduleTools } from "./schedule.ts";
import { sessionStatusTool } from "./session-status.ts";
import { thinkTool } from "./think.ts";

/** Each part brings its tools; without it they are not offered. */
export type BuiltinDeps = Record<never, never>;

export function createBuiltinTools(_deps: BuiltinDeps): Tool[] {
  return [thinkTool, askUserTool, sessionStatusTool, calculateTool, ...scheduleTools];
}
