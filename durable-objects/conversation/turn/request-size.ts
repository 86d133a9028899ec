/** Size of the last request of a turn, for its record. Computed once the answer is out. */
import { compactionThreshold } from "../../../src/agent/compact/plan.ts";
import { sizeOfRequest } from "../../../src/agent/compact/request-size.ts";
import { estimateTokens, textTokens, tokensOfFiles } from "../../../src/agent/compact/window.ts";
import { messagesOfStep } from "../../../src/agent/loop/assemble.ts";
import { describedTools } from "../../../src/agent/loop/described-tools.ts";
import { specsOf } from "../../../src/agent/loop/specs.ts";
import type { StepRecord } from "../../../src/agent/turn.ts";
import { filesOfTier } from "../../../src/domain/agent.ts";
import type { RequestSize } from "../../../src/domain/conversation/request-size.ts";
import { firstAndNewest } from "../../../src/domain/visit/first-and-last.ts";
import type { PreparedTurn } from "./gather.ts";
import type { RunnerDeps } from "./runner-deps.ts";

/** Undefined: the turn sent no request that was answered. */
export function lastRequestSize(
  { history, ports }: RunnerDeps,
  { context, contextRequest, tools, turn }: PreparedTurn,
  steps: readonly StepRecord[],
): RequestSize | undefined {
  const last = steps.at(-1)?.reply;
  if (!last) return undefined;
  const { cast, row, surroundings, dynamic } = contextRequest;
  const before = steps.slice(0, -1).flatMap((step) => messagesOfStep(step, NO_MEDIA));
  const { messages, base, tokens } = history.held;
  const seen = cast.view ? firstAndNewest(messages, cast.view) : undefined;
  const said = seen?.reduce((sum, message) => sum + estimateTokens(message), 0) ?? tokens;
  const { context_window } = ports.model.info(last.model);
  return {
    window: context_window,
    compact_at_tokens: Math.floor(compactionThreshold(context_window, turn.limits.compact_at_tokens)),
    parts: sizeOfRequest({
      system: context.system,
      sections: surroundings.sections,
      file_names: filesOfTier(cast.agent, row.tier) ?? [],
      dynamic,
      tools: specsOf(describedTools(tools, [...context.messages, ...before])),
      summary: base?.summary ?? "",
      messages: said + (before.length > 0 ? textTokens(JSON.stringify(before)) : 0),
      attached: tokensOfFiles(surroundings.media.size),
    }),
  };
}

/** Files that tools showed are measured by their results alone. */
const NO_MEDIA = { mark: "", media: () => undefined };
