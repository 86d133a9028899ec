/** Anthropic's Messages wire. */
import type { ScriptedAnswer, ScriptedCall } from "./answer.ts";

const STOPS = {
  stop: "end_turn",
  length: "max_tokens",
  tool_calls: "tool_use",
  refusal: "refusal",
  content_filter: "refusal",
};

export function anthropicFrame(value: { type: string; [field: string]: unknown }): string {
  return `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
}

export const ANTHROPIC_PING = anthropicFrame({ type: "ping" });
export const ANTHROPIC_STOP = anthropicFrame({ type: "message_stop" });

export function anthropicStart(
  usage: NonNullable<ScriptedAnswer["usage"]> = { input: 0, output: 0 },
): string {
  return anthropicFrame({
    type: "message_start",
    message: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "scripted",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: usage.input,
        output_tokens: 1,
        cache_read_input_tokens: usage.cache_read ?? 0,
        cache_creation_input_tokens: usage.cache_write ?? 0,
      },
    },
  });
}

interface Ending {
  stop: keyof typeof STOPS;
  output?: number | undefined;
  cost?: number | undefined;
  why?: string | undefined;
}

export function anthropicEnd({ stop, output = 0, cost, why }: Ending): string {
  const stop_details = why === undefined ? null : { type: "refusal", category: "cyber", explanation: why };
  const delta = { stop_reason: STOPS[stop], stop_sequence: null, stop_details };
  return anthropicFrame({
    type: "message_delta",
    delta,
    usage: { output_tokens: output, ...(cost !== undefined && { cost }) },
  });
}

/** A block with its deltas. */
export function anthropicBlock(index: number, content_block: object, deltas: readonly object[]): string[] {
  return [
    anthropicFrame({ type: "content_block_start", index, content_block }),
    ...deltas.map((delta) => anthropicFrame({ type: "content_block_delta", index, delta })),
    anthropicFrame({ type: "content_block_stop", index }),
  ];
}

export function anthropicText(index: number, pieces: readonly string[]): string[] {
  const deltas = pieces.map((text) => ({ type: "text_delta", text }));
  return anthropicBlock(index, { type: "text", text: "" }, deltas);
}

function anthropicCall(index: number, { id, name, pieces }: ScriptedCall): string[] {
  const deltas = pieces.map((partial_json) => ({ type: "input_json_delta", partial_json }));
  return anthropicBlock(index, { type: "tool_use", id, name, input: {} }, deltas);
}

/** The frames of a whole answer, one string each. */
export function anthropicFrames(answer: ScriptedAnswer): string[] {
  const blocks: ((index: number) => string[])[] = [];
  const { reasoning, redacted, text, calls = [] } = answer;
  if (reasoning) blocks.push((index) => thinking(index, reasoning));
  if (redacted !== undefined) {
    blocks.push((index) => anthropicBlock(index, { type: "redacted_thinking", data: redacted }, []));
  }
  if (text) blocks.push((index) => anthropicText(index, text));
  for (const one of calls) blocks.push((index) => anthropicCall(index, one));
  const stop = answer.stop ?? (answer.calls ? "tool_calls" : "stop");
  return [
    anthropicStart(answer.usage),
    ...blocks.flatMap((block, index) => block(index)),
    anthropicEnd({ stop, output: answer.usage?.output, cost: answer.usage?.cost, why: answer.why }),
    ANTHROPIC_STOP,
  ];
}

function thinking(index: number, { text, signature }: { text: string; signature?: string }): string[] {
  return anthropicBlock(index, { type: "thinking", thinking: "", signature: "" }, [
    { type: "thinking_delta", thinking: text },
    ...(signature === undefined ? [] : [{ type: "signature_delta", signature }]),
  ]);
}
