/** Registry: the tools that an agent may use now, in a fixed order. */
import type { Tool, Toolbox, ToolQuery } from "../agent/ports/tool.ts";
import type { Agent } from "../domain/agent.ts";
import { ruleFor } from "./rules.ts";

/** Source of tools that are unknown when the Worker starts: MCP servers, capabilities. */
export interface ToolSource {
  /** Lists the source's tools. Should not throw; if it does, its tools are missing and the turn goes on. */
  list(agent: Agent, owner: string, query?: ToolQuery): Promise<Tool[]>;
}

/** On equal names the built-in tool wins, then the earlier source: nothing from outside can replace a tool. */
export function createRegistry(tools: readonly Tool[], sources: readonly ToolSource[] = []): Toolbox {
  const arrange = arranging();
  const offered = offering(tools);
  if (sources.length === 0) return { list: (agent) => arrange(offered(), agent) };
  return {
    async list(agent, owner, query) {
      const settled = await Promise.allSettled(sources.map((source) => source.list(agent, owner, query)));
      const found = settled.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
      return arrange([...offered(), ...found], agent);
    },
  };
}

/** Tools whose connection is there now. */
function offering(tools: readonly Tool[]): () => readonly Tool[] {
  return () => tools.filter(({ isOffered }) => isOffered?.() ?? true);
}

/** Caches the arrangement for each agent until its tools change. */
function arranging(): typeof arranged {
  const cache = new WeakMap<Agent, { of: readonly Tool[]; list: readonly Tool[] }>();
  return (tools, agent) => {
    const known = cache.get(agent);
    if (known && isSame(known.of, tools)) return known.list;
    const list = arranged(tools, agent);
    cache.set(agent, { of: tools, list });
    return list;
  };
}

function isSame(before: readonly Tool[], after: readonly Tool[]): boolean {
  return before.length === after.length && before.every((tool, at) => tool === after[at]);
}

function arranged(tools: readonly Tool[], agent: Agent): readonly Tool[] {
  const byName = new Map<string, Tool>();
  for (const tool of tools) {
    if (!byName.has(tool.name) && ruleFor(agent.tools, tool.name) !== "deny") byName.set(tool.name, tool);
  }
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
