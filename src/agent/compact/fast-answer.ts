/** Asks a fast model for a short answer, beside the turns of a conversation. Pure but for the call. */
import { withoutThinking } from "../../domain/text/thinking.ts";
import type { ModelPort, ModelRequest } from "../ports/model.ts";

interface FastQuestion extends Pick<ModelRequest, "max_output_tokens" | "temperature"> {
  /** First choice first, never empty. */
  models: readonly string[];
  system: string;
  text: string;
}

/** Answer without the model's thinking; undefined when the model failed. Never rejects for a failure of the model. */
export async function fastAnswer(
  port: ModelPort,
  { models, system, text, ...limits }: FastQuestion,
  signal: AbortSignal,
): Promise<string | undefined> {
  const [model = "", ...fallback_models] = models;
  const request: ModelRequest = {
    model,
    fallback_models,
    system: [{ tier: "stable", text: system }],
    messages: [{ role: "user", content: [{ type: "text", text }] }],
    tools: [],
    ...limits,
    reasoning: "off",
    history_length: 0,
  };
  let said = "";
  for await (const event of port.stream(request, signal)) {
    if (event.type === "restart") said = "";
    if (event.type === "text") said += event.delta;
    if (event.type === "failed") return undefined;
  }
  return withoutThinking(said);
}
