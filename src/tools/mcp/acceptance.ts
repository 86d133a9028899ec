/** A server may change its tools after they were looked at: only what was accepted, word for word, is offered. */

import type { McpServer } from "./store.ts";
import { fingerprint } from "./wire/fingerprint.ts";
import type { McpTool } from "./wire/protocol.ts";

export interface ToolStates {
  /** Listed now as it was accepted. */
  usable: McpTool[];
  /** New, or other than accepted: to be looked at again. */
  pending: { tool: McpTool; change: "new" | "changed" }[];
}

export function toolStates({ accepted, listed }: Pick<McpServer, "accepted" | "listed">): ToolStates {
  const known = new Map(accepted.map((tool) => [tool.name, tool]));
  const usable = listed.filter((tool) => isSameTool(tool, known.get(tool.name)));
  const pending = listed
    .filter((tool) => !usable.includes(tool))
    .map((tool) => ({ tool, change: known.has(tool.name) ? ("changed" as const) : ("new" as const) }));
  return { usable, pending };
}

/** What was kept before the server's hints were is the same without them: they only say more of what was accepted. */
export function isSameTool(tool: McpTool, kept: McpTool | undefined): boolean {
  if (!kept) return false;
  const { open_world: _reaches, destructive: _loses, ...plain } = tool;
  const hasHints = kept.open_world !== undefined || kept.destructive !== undefined;
  return fingerprint(kept) === fingerprint(hasHints ? tool : plain);
}
