/** A server may change its tools after they were looked at: only what was accepted, word for word, is offered. */
import type { McpTool } from "./protocol.ts";
import type { McpServer } from "./store.ts";

export interface ToolStates {
  /** Listed now as it was accepted. */
  usable: McpTool[];
  /** New, or other than accepted: to be looked at again. */
  pending: { tool: McpTool; change: "new" | "changed" }[];
}

export function toolStates({ accepted, listed }: Pick<McpServer, "accepted" | "listed">): ToolStates {
  const known = new Map(accepted.map((tool) => [tool.name, fingerprint(tool)]));
  const usable = listed.filter((tool) => known.get(tool.name) === fingerprint(tool));
  const pending = listed
    .filter((tool) => !usable.includes(tool))
    .map((tool) => ({ tool, change: known.has(tool.name) ? ("changed" as const) : ("new" as const) }));
  return { usable, pending };
}

/** Keys in one order, so that the same schema in another order is the same tool. */
export function fingerprint(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
