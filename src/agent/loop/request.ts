/** Request of a turn's next model call: its context, its steps so far, and the messages that came meanwhile. */
import { markOf } from "../../domain/text/foreign-text.ts";
import type { ModelMessage, ModelRequest } from "../ports/model.ts";
import type { Tool } from "../ports/tool.ts";
import type { SteeredMessage, StepRecord, Turn, TurnContext } from "../turn.ts";
import { messageOfSteered, messagesOfStep } from "./assemble.ts";
import { chosenByClient } from "./client-tools.ts";
import { describedTools } from "./described-tools.ts";
import type { ResultMedia } from "./result-media.ts";
import { specsOf } from "./specs.ts";

/** Inputs of all model calls of a turn. */
export interface StepInputs {
  /** All that can be called; the request describes some of them. */
  tools: readonly Tool[];
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
  const messages: ModelMessage[] = [
    ...context.messages,
    ...steps.flatMap((step) => messagesOfStep(step, rendering)),
    ...steered.map(messageOfSteered),
  ];
  return {
    model,
    fallback_models,
    system: context.system,
    messages,
    history_length: context.history_length,
    ...chosenByClient({ tools: specsOf(describedTools(given.tools, messages)) }, turn.client_tools, steps),
    max_output_tokens: turn.limits.max_output_tokens,
    ...(turn.agent.temperature !== null && { temperature: turn.agent.temperature }),
    ...(turn.reasoning && { reasoning: turn.reasoning }),
    ...(turn.client_tools?.format && { format: turn.client_tools.format }),
    cache_key: turn.conversation_id,
  };
}
