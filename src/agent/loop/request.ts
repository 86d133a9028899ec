/** Request of a turn's next model call: its context, its steps so far, and the messages that came meanwhile. */
import { markOf } from "../../domain/text/foreign-text.ts";
import type { ModelMessage, ModelRequest, ToolSpec } from "../ports/model.ts";
import type { SteeredMessage, StepRecord, Turn, TurnContext } from "../turn.ts";
import { messageOfSteered, messagesOfStep } from "./assemble.ts";
import type { ResultMedia } from "./result-media.ts";

/** Inputs of all model calls of a turn. */
export interface StepInputs {
  specs: readonly ToolSpec[];
  media: ResultMedia;
  shownNotices: Set<string>;
}

interface Asking {
  turn: Turn;
  context: TurnContext;
  steps: readonly StepRecord[];
}

/** `steered`: messages that this step sees first. */
export function requestOf(
  { turn, context, steps }: Asking,
  given: StepInputs,
  steered: readonly SteeredMessage[],
): ModelRequest {
  const [model = "", ...fallback_models] = turn.models;
  const rendering = { mark: markOf(turn.answer_id), media: given.media.of };
  return {
    model,
    fallback_models,
    system: context.system,
    messages: [
      ...context.messages,
      ...steps.flatMap((step) => messagesOfStep(step, rendering)),
      ...steered.map(messageOfSteered),
    ] satisfies ModelMessage[],
    history_length: context.history_length,
    tools: given.specs,
    max_output_tokens: turn.limits.max_output_tokens,
    ...(turn.agent.temperature !== null && { temperature: turn.agent.temperature }),
    ...(turn.reasoning && { reasoning: turn.reasoning }),
    cache_key: turn.conversation_id,
  };
}
