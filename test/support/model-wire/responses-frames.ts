/** OpenAI's Responses wire. */
import type { ScriptedAnswer, ScriptedCall, ScriptedUsage } from "./answer.ts";

export function responsesFrame(value: { type: string; [field: string]: unknown }): string {
  return `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
}

const CREATED = responsesFrame({
  type: "response.created",
  response: { id: "resp_1", object: "response", status: "in_progress" },
});

export function responsesText(
  output_index: number,
  pieces: readonly string[],
  kind: "output_text" | "refusal" = "output_text",
): string[] {
  const item = { id: `msg_${output_index}`, type: "message", role: "assistant", content: [] };
  return [
    responsesFrame({ type: "response.output_item.added", output_index, item }),
    ...pieces.map((delta) =>
      responsesFrame({ type: `response.${kind}.delta`, output_index, content_index: 0, delta }),
    ),
    responsesFrame({
      type: "response.output_item.done",
      output_index,
      item: { ...item, status: "completed" },
    }),
  ];
}

export function responsesCall(
  output_index: number,
  { id, name, pieces }: ScriptedCall,
  status = "completed",
): string[] {
  const item = { id: `fc_${output_index}`, type: "function_call", call_id: id, name, arguments: "" };
  return [
    responsesFrame({ type: "response.output_item.added", output_index, item }),
    ...pieces.map((delta) =>
      responsesFrame({ type: "response.function_call_arguments.delta", output_index, delta }),
    ),
    responsesFrame({
      type: "response.output_item.done",
      output_index,
      item: { ...item, arguments: pieces.join(""), status },
    }),
  ];
}

function thinking(output_index: number, { text, signature }: { text: string; signature?: string }): string[] {
  const item = { id: `rs_${output_index}`, type: "reasoning", summary: [{ type: "summary_text", text }] };
  return [
    responsesFrame({ type: "response.output_item.added", output_index, item: { ...item, summary: [] } }),
    responsesFrame({ type: "response.reasoning_summary_part.added", output_index, summary_index: 0 }),
    responsesFrame({
      type: "response.reasoning_summary_text.delta",
      output_index,
      summary_index: 0,
      delta: text,
    }),
    responsesFrame({
      type: "response.output_item.done",
      output_index,
      item: { ...item, encrypted_content: signature ?? null },
    }),
  ];
}

export function responsesEnd(stop: ScriptedAnswer["stop"], usage?: ScriptedUsage): string {
  const reasons = { length: "max_output_tokens", content_filter: "content_filter" } as const;
  const why = stop === "length" || stop === "content_filter" ? reasons[stop] : undefined;
  const status = why ? "incomplete" : "completed";
  const response = {
    object: "response",
    status,
    incomplete_details: why ? { reason: why } : null,
    ...(usage && { usage: usageOf(usage) }),
  };
  return responsesFrame({ type: `response.${status}`, response });
}

function usageOf({ input, output, cache_read = 0, cache_write = 0, cost }: ScriptedUsage): object {
  return {
    ...(cost !== undefined && { cost }),
    input_tokens: input + cache_read + cache_write,
    input_tokens_details: { cached_tokens: cache_read, cache_write_tokens: cache_write },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
  };
}

/** The frames of a whole answer, one string each. */
export function responsesFrames({ reasoning, text, calls = [], stop, usage }: ScriptedAnswer): string[] {
  const items: ((index: number) => string[])[] = [];
  if (reasoning) items.push((index) => thinking(index, reasoning));
  if (stop === "refusal") items.push((index) => responsesText(index, text ?? [""], "refusal"));
  else if (text) items.push((index) => responsesText(index, text));
  for (const [position, one] of calls.entries()) {
    const isCut = stop === "length" && position === calls.length - 1;
    items.push((index) => responsesCall(index, one, isCut ? "incomplete" : "completed"));
  }
  return [CREATED, ...items.flatMap((item, index) => item(index)), responsesEnd(stop, usage)];
}
