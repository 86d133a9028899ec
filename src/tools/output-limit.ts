/** Cuts outputs that are too long for a model, and stores the whole where `read` finds it. */
import type { CutOutput, ToolContext, ToolOutcome } from "../agent/ports/tool.ts";
import type { Trust } from "../domain/trust.ts";
import { OUTPUTS, type Workspace } from "./workspace/port.ts";

const MAX_OUTPUT_CHARS = 30_000;
/** The end of an output often holds what matters: a total, an error. */
const TAIL_CHARS = 3000;

/** Null: the rest is lost. */
export function createOutputLimit(workspace: Workspace | null): CutOutput {
  return (outcome, { tool, context }) => {
    if (!("ok" in outcome) || wholeOf(outcome).length <= MAX_OUTPUT_CHARS) return outcome;
    return limited(outcome, { workspace, owner: context.owner, path: pathOf(tool, context) });
  };
}

type Result = Exclude<ToolOutcome, { parked: unknown }>;

function wholeOf(outcome: Result): string {
  return outcome.ok ? outcome.content : outcome.error;
}

interface Storage {
  workspace: Workspace | null;
  owner: string;
  /** Path of the whole output. */
  path: string;
}

function pathOf(tool: string, { turn_id, call_id }: ToolContext): string {
  return `${OUTPUTS}${turn_id}-${call_id}-${tool}.txt`;
}

async function limited(outcome: Result, storage: Storage): Promise<ToolOutcome> {
  const whole = wholeOf(outcome);
  const stored = await keep(storage, { whole, trust: outcome.trust ?? "trusted" });
  const where = stored ? `the whole is in ${storage.path}; use read with from_line` : "the rest is lost";
  const cut = `${whole.slice(0, MAX_OUTPUT_CHARS - TAIL_CHARS)}\n[cut: ${whole.length} characters in all; ${where}]\n${whole.slice(-TAIL_CHARS)}`;
  return outcome.ok ? { ...outcome, content: cut } : { ...outcome, error: cut };
}

/** Stores the whole output. A failure is ignored: the cut result is still useful. */
async function keep(
  { workspace, owner, path }: Storage,
  { whole, trust }: { whole: string; trust: Trust },
): Promise<boolean> {
  if (workspace === null) return false;
  try {
    const bytes = new TextEncoder().encode(whole);
    await workspace.write(owner, path, { bytes, media_type: "text/plain", trust });
    return true;
  } catch {
    return false;
  }
}
