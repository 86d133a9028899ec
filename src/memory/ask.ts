/** Questions that memory puts to a small model. Each is paid for and recorded; without a model nothing is asked. */

import type { z } from "zod";
import type { ModelPort, ModelTerminal } from "../agent/ports/model.ts";
import type { Usage } from "../domain/message.ts";

export interface MemoryCost {
  /** Derived from the work: written twice it counts once. */
  id: string;
  at: number;
  owner: string;
  conversation_id: string;
  /** `provider/model`. */
  model: string;
  usage: Usage;
  cost_usd: number | null;
}

export interface ModelAccess {
  model: ModelPort;
  /** `provider/model`, or undefined when only the offline model is there: it cannot read a text and say what matters. */
  fastModel(): string | undefined;
  recordCost(cost: MemoryCost): Promise<void>;
}

export interface Question {
  owner: string;
  conversation_id: string;
  system: string;
  text: string;
  max_output_tokens: number;
  /** Unlike that of any other question. */
  cost_id: string;
  now: number;
  signal: AbortSignal;
}

export type Answer =
  | { status: "answered"; text: string }
  | { status: "no_model" }
  | { status: "failed"; reason: string; retryable: boolean };

export async function ask(access: ModelAccess | undefined, question: Question): Promise<Answer> {
  const model = access?.fastModel();
  if (access === undefined || model === undefined) return { status: "no_model" };
  const { text, terminal } = await heard(access.model, model, question);
  if (terminal === undefined) return { status: "failed", reason: "The model said nothing.", retryable: true };
  await access.recordCost({
    id: question.cost_id,
    at: question.now,
    owner: question.owner,
    conversation_id: question.conversation_id,
    model: terminal.model,
    usage: terminal.usage,
    cost_usd: terminal.cost_usd,
  });
  if (terminal.type === "finish") return { status: "answered", text };
  return { status: "failed", reason: terminal.failure.reason, retryable: terminal.failure.retryable };
}

async function heard(port: ModelPort, model: string, question: Question) {
  let text = "";
  let terminal: ModelTerminal | undefined;
  const request = {
    model,
    system: [{ tier: "stable" as const, text: question.system }],
    messages: [{ role: "user" as const, content: [{ type: "text" as const, text: question.text }] }],
    tools: [],
    max_output_tokens: question.max_output_tokens,
    temperature: 0,
    reasoning: "off" as const,
    history_length: 0,
  };
  for await (const event of port.stream(request, question.signal)) {
    if (event.type === "text") text += event.delta;
    else if (event.type === "restart") text = "";
    else if (event.type === "finish" || event.type === "failed") terminal = event;
  }
  return { text, terminal };
}

/** The JSON in what a model wrote, fenced or with words around it; undefined when there is none of that form. */
export function readJson<S extends z.ZodType>(text: string, schema: S): z.output<S> | undefined {
  const start = text.search(/[[{]/);
  if (start === -1) return undefined;
  const end = text.lastIndexOf(text[start] === "[" ? "]" : "}");
  try {
    return schema.safeParse(JSON.parse(text.slice(start, end + 1))).data;
  } catch {
    // Not JSON: the caller decides what no answer means.
    return undefined;
  }
}
