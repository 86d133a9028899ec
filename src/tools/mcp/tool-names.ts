/** Names of servers' tools, as models call them. */
import { markOf } from "../../domain/text/foreign-text.ts";

const MAX_NAME = 64;
const MARK_CHARS = 5;

/** Name of the wrapped tool: letters, digits, `_` and `-`. A long one keeps its end, where tools differ. */
export function toolName(server: string, tool: string): string {
  const name = `mcp_${server}_${tool.replace(/[^A-Za-z0-9_-]+/g, "_")}`;
  return name.length <= MAX_NAME ? name : `mcp_${server.slice(0, 16)}_${name.slice(-(MAX_NAME - 21))}`;
}

/**
 * Names of a server's tools by those that it gives them. Where two become equal, the ones that were changed for it get
 * a mark of their own, so that each calls its own tool.
 */
export function toolNames(server: string, tools: readonly string[]): Map<string, string> {
  const names = new Map(tools.map((tool) => [tool, toolName(server, tool)]));
  const counts = new Map<string, number>();
  for (const name of names.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const [tool, name] of names) {
    const isEqual = (counts.get(name) ?? 0) > 1 && name !== `mcp_${server}_${tool}`;
    if (isEqual)
      names.set(tool, `${name.slice(0, MAX_NAME - MARK_CHARS - 1)}_${markOf(tool).slice(-MARK_CHARS)}`);
  }
  return names;
}
