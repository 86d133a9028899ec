/** Thinking options of a request to a Claude model. */
import type Anthropic from "@anthropic-ai/sdk";
import type { ModelRequest } from "../../agent/ports/model.ts";
import type { ModelEntry } from "../catalog/schema.ts";
import { outputLimit } from "../prompt/output-limit.ts";

type Thinking = Pick<Anthropic.MessageCreateParamsStreaming, "thinking" | "output_config">;

const BUDGETS = { low: 2_048, medium: 8_192, high: 16_384 };
/** The API's minimum, in tokens. */
const LEAST_BUDGET = 1_024;

export function thinkingOf(request: ModelRequest, model: ModelEntry): Thinking {
  const { reasoning } = request;
  switch (model.thinking) {
    case "adaptive":
      return reasoning === "off" ? { thinking: { type: "disabled" } } : adaptive(reasoning);
    case "between_tools":
      return reasoning === "off" ? { thinking: { type: "between_tools" } } : adaptive(reasoning);
    case "always":
      return adaptive(reasoning === "off" ? "low" : reasoning);
    case "budget":
      return budgeted(request, model);
    default:
      return {};
  }
}

function adaptive(reasoning: "low" | "medium" | "high" | undefined): Thinking {
  const thinking = { type: "adaptive", display: "summarized" } as const;
  return reasoning === undefined ? { thinking } : { thinking, output_config: { effort: reasoning } };
}

/** Only when asked for: these models do not judge by themselves whether a question needs thinking. */
function budgeted(request: ModelRequest, model: ModelEntry): Thinking {
  const { reasoning } = request;
  if (reasoning === undefined || reasoning === "off" || isMidway(request, model)) return {};
  const room = outputLimit(request, model) - LEAST_BUDGET;
  const budget_tokens = Math.min(BUDGETS[reasoning], room);
  return budget_tokens < LEAST_BUDGET ? {} : { thinking: { type: "enabled", budget_tokens } };
}

/** The API refuses to start thinking in the middle of a tool turn that began without this model's thinking. */
function isMidway({ messages }: ModelRequest, model: ModelEntry): boolean {
  if (messages.at(-1)?.role !== "tool") return false;
  const before = messages.findLast((message) => message.role === "assistant");
  return !before?.content.some(
    (block) => block.type === "reasoning" && block.model === model.id && (block.signature ?? block.redacted),
  );
}
