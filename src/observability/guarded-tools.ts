/** Redacts this instance's secrets from tool results, whatever the tools read and however they fail. */
import type { Tool, Toolbox, ToolOutcome } from "../agent/ports/tool.ts";
import type { Redact } from "./redact.ts";

export function guardedToolbox(toolbox: Toolbox, redact: Redact): Toolbox {
  const guarded = new WeakMap<Tool, Tool>();
  const guard = (tool: Tool): Tool => {
    const known = guarded.get(tool) ?? guardedTool(tool, redact);
    guarded.set(tool, known);
    return known;
  };
  const lists = new WeakMap<readonly Tool[], readonly Tool[]>();
  return {
    async list(agent, owner, query) {
      const tools = await toolbox.list(agent, owner, query);
      const list = lists.get(tools) ?? tools.map(guard);
      lists.set(tools, list);
      return list;
    },
  };
}

/** The guarded versions of tools that belong to one turn and are in no toolbox. */
export function guardedTools(tools: readonly Tool[], redact: Redact): Tool[] {
  return tools.map((tool) => guardedTool(tool, redact));
}

function guardedTool(tool: Tool, redact: Redact): Tool {
  return {
    ...tool,
    async run(input, context) {
      try {
        return safeOutcome(await tool.run(input, context), redact);
      } catch (problem) {
        throw new Error(redact(problem instanceof Error ? problem.message : String(problem)));
      }
    },
  };
}

function safeOutcome(outcome: ToolOutcome, redact: Redact): ToolOutcome {
  if ("parked" in outcome) return outcome;
  if (!outcome.ok) return { ...outcome, error: redact(outcome.error) };
  return { ...outcome, content: redact(outcome.content) };
}
