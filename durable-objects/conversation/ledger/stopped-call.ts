/**
 * A model call that was stopped or broke off before its provider reported usage. It is charged all the same,
 * so its usage is estimated from what was sent and seen, and marked as an estimate.
 */
import { partsOfSteps } from "../../../src/agent/loop/assemble.ts";
import type { ModelService } from "../../../src/agent/ports/model-service.ts";
import type { Spending, StepRecord, TurnContext, TurnOutcome } from "../../../src/agent/turn.ts";
import { NO_USAGE, type Part } from "../../../src/domain/message.ts";
import { CHARACTERS_A_TOKEN, promptTokens } from "./turn-budget.ts";

interface Sent {
  context: TurnContext;
  steps: readonly StepRecord[];
  model: Pick<ModelService, "estimate">;
}

/** A call that has shown nothing may never have begun, so it gets no estimate. */
export function withEstimate(outcome: TurnOutcome, { context, steps, model }: Sent): TurnOutcome {
  if (outcome.status !== "halted" && outcome.status !== "failed") return outcome;
  const { spent } = outcome;
  if (!spent || isTold(spent)) return outcome;
  const written = lengthOf(outcome.parts) - lengthOf(partsOfSteps(steps));
  if (written <= 0) return outcome;
  const input_tokens = promptTokens(context, steps);
  const output_tokens = Math.ceil(written / CHARACTERS_A_TOKEN);
  const usage = { ...NO_USAGE, input_tokens, output_tokens };
  const cost_usd = model.estimate(spent.model, input_tokens, output_tokens);
  return { ...outcome, spent: { model: spent.model, usage, cost_usd, estimated: true } };
}

function isTold({ usage }: Spending): boolean {
  return Object.values(usage).some((tokens) => tokens > 0);
}

function lengthOf(parts: readonly Part[]): number {
  return parts.reduce(
    (sum, part) => sum + (part.type === "text" || part.type === "reasoning" ? part.text.length : 0),
    0,
  );
}
