/**
 * Tools that a person has accepted. A server may change its tools afterwards, so only those that still equal the
 * accepted ones, word for word, are offered.
 */

import type { McpServer } from "./store.ts";
import { fingerprint } from "./wire/fingerprint.ts";
import type { McpTool } from "./wire/protocol.ts";

export interface ToolStates {
  /** Tools listed exactly as they were accepted. */
  usable: McpTool[];
  /** Tools that are new or changed and wait for a person to look at them. */
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

/**
 * Compares a listed tool with the accepted one. Tools accepted before hints were stored are compared without them:
 * hints only add to what was accepted.
 */
export function isSameTool(tool: McpTool, kept: McpTool | undefined): boolean {
  if (!kept) return false;
  const { open_world: _reaches, destructive: _loses, ...plain } = withoutNewer(tool, kept);
  const hasHints = kept.open_world !== undefined || kept.destructive !== undefined;
  return fingerprint(kept) === fingerprint(hasHints ? withoutNewer(tool, kept) : plain);
}

/** The hint that a tool changes something was stored later than the others, and only makes it stricter. */
function withoutNewer(tool: McpTool, kept: McpTool): McpTool {
  if (kept.changes !== undefined) return tool;
  const { changes: _changes, ...older } = tool;
  return older;
}
