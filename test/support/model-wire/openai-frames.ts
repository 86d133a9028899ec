/** OpenAI's chat completions wire. */
import type { ScriptedAnswer } from "./answer.ts";

const BASE = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1_700_000_000, model: "scripted" };
const STOPS = {
  stop: "stop",
  length: "length",
  tool_calls: "tool_calls",
  refusal: "refusal",
  content_filter: "content_filter",
};

export function openAiFrame(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

export function openAiDelta(delta: object, finish_reason: string | null = null): string {
  return openAiFrame({ ...BASE, choices: [{ index: 0, delta, finish_reason }] });
}

export function openAiUsage({
  input,
  output,
  cache_read,
  cache_write,
  cost,
}: NonNullable<ScriptedAnswer["usage"]>): string {
  const cached = (cache_read ?? 0) + (cache_write ?? 0);
  return openAiFrame({
    ...BASE,
    choices: [],
    usage: {
      prompt_tokens: input + cached,
      completion_tokens: output,
      total_tokens: input + cached + output,
      ...(cost !== undefined && { cost }),
      prompt_tokens_details: {
        cached_tokens: cache_read ?? 0,
        ...(cache_write !== undefined && { cache_write_tokens: cache_write }),
      },
    },
  });
}

export const OPENAI_DONE = "data: [DONE]\n\n";

/** The frames of a whole answer, one string each. */
export function openAiFrames(answer: ScriptedAnswer): string[] {
  const frames = [openAiDelta({ role: "assistant", content: "" })];
  if (answer.reasoning) frames.push(openAiDelta({ reasoning_content: answer.reasoning.text }));
  if (answer.reasoning?.signature !== undefined) frames.push(openAiDelta(signed(answer.reasoning.signature)));
  for (const piece of answer.text ?? []) frames.push(openAiDelta({ content: piece }));
  for (const [index, { id, name, pieces }] of (answer.calls ?? []).entries()) {
    const opening = { index, id, type: "function", function: { name, arguments: "" } };
    frames.push(openAiDelta({ tool_calls: [opening] }));
    for (const piece of pieces)
      frames.push(openAiDelta({ tool_calls: [{ index, function: { arguments: piece } }] }));
  }
  frames.push(openAiDelta({}, STOPS[answer.stop ?? (answer.calls ? "tool_calls" : "stop")]));
  if (answer.usage) frames.push(openAiUsage(answer.usage));
  return [...frames, OPENAI_DONE];
}

function signed(signature: string): object {
  return { reasoning_details: [{ type: "reasoning.text", index: 0, signature }] };
}
