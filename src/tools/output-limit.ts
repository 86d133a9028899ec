/** Cuts what is too long for a model, and keeps the whole where `read` finds it. */
import type { Tool, ToolContext, ToolOutcome } from "../agent/ports/tool.ts";
import { OUTPUTS, type Workspace } from "./workspace/port.ts";

export const MAX_OUTPUT_CHARS = 30_000;
/** The end of an output often holds what matters: a total, an error. */
const TAIL_CHARS = 3000;

export function withOutputLimit(tools: readonly Tool[], workspace: Workspace): Tool[] {
  return tools.map((tool) => ({
    ...tool,
    run: async (input, context) => limited(await tool.run(input, context), tool, context, workspace),
  }));
}

async function limited(
  outcome: ToolOutcome,
  tool: Tool,
  context: ToolContext,
  workspace: Workspace,
): Promise<ToolOutcome> {
  if (!("ok" in outcome)) return outcome;
  const whole = outcome.ok ? outcome.content : outcome.error;
  if (whole.length <= MAX_OUTPUT_CHARS) return outcome;
  const path = `${OUTPUTS}${context.turn_id}-${context.call_id}-${tool.name}.txt`;
  const kept = await keep(workspace, context.owner, path, whole);
  const where = kept ? `the whole is in ${path}; use read with from_line` : "the rest is lost";
  const cut = `${whole.slice(0, MAX_OUTPUT_CHARS - TAIL_CHARS)}\n[cut: ${whole.length} characters in all; ${where}]\n${whole.slice(-TAIL_CHARS)}`;
  return outcome.ok ? { ...outcome, content: cut } : { ...outcome, error: cut };
}

/** A result that can't be kept is still a result. */
async function keep(workspace: Workspace, owner: string, path: string, text: string): Promise<boolean> {
  try {
    await workspace.write(owner, path, new TextEncoder().encode(text), { media_type: "text/plain" });
    return true;
  } catch {
    return false;
  }
}
