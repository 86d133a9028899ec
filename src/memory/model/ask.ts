/** Memory's calls to a small model. Each is paid for and recorded; without a model no call is made. */

import { z } from "zod";
import type { ModelPort, ModelTerminal } from "../../agent/ports/model.ts";
import type { PromptName, PromptTexts } from "../../agent/prompts/prompt-texts.ts";
import type { PromptValues } from "../../agent/prompts/template.ts";
import { NO_USAGE, type Usage } from "../../domain/message.ts";
import type { AnswerFormat } from "../../domain/program/answer-format.ts";
import { withoutThinking } from "../../domain/text/thinking.ts";
import { lenientJsonAt } from "../../platform/lenient-json.ts";

export interface MemoryCost {
  /** Id of one call: a later record with the same id replaces it. */
  id: string;
  at: number;
  owner: string;
  conversation_id: string;
  /** `provider/model`. */
  model: string;
  usage: Usage;
  cost_usd: number | null;
  /** The call has not ended: if it never does, the estimate stays. */
  is_estimate: boolean;
}

export interface ModelAccess {
  model: ModelPort;
  prompts: Pick<PromptTexts, "known">;
  /**
   * `provider/model`; undefined when there is only the offline model, which cannot read a text and pick what
   * matters.
   */
  fastModel(): string | undefined;
  /**
   * Cost in US dollars of a call with these tokens; null when the price is unknown. Absent: no prices are
   * known.
   */
  estimate?(model: string, prompt_tokens: number, output_tokens: number): number | null;
  /** Whether the model's API takes a schema for the answer; absent: it is told in words alone. */
  takesForm?(model: string): boolean;
  recordCost(cost: MemoryCost): Promise<void>;
}

export interface Question {
  owner: string;
  conversation_id: string;
  prompt: Extract<PromptName, `memory-${string}`>;
  values?: PromptValues;
  text: string;
  max_output_tokens: number;
  /** Form of the answer, which the prompt has in words too. */
  format?: AnswerFormat;
  /** Unique per question, and the same when the question is asked again. */
  cost_id: string;
  now: number;
  signal: AbortSignal;
}

const CHARACTERS_A_TOKEN = 4;

export type Answer =
  | { status: "answered"; text: string }
  | { status: "no_model" }
  | { status: "failed"; reason: string; retryable: boolean };

export async function ask(access: ModelAccess | undefined, question: Question): Promise<Answer> {
  const model = access?.fastModel();
  if (access === undefined || model === undefined) return { status: "no_model" };
  const system = await access.prompts.known(question.prompt, question.values);
  const cost = costOf(question);
  // The ledger holds an estimate while the call runs: a call that dies with the machine is still billed.
  const input_tokens = Math.ceil((system.length + question.text.length) / CHARACTERS_A_TOKEN);
  await access.recordCost({
    ...cost,
    model,
    usage: { ...NO_USAGE, input_tokens },
    cost_usd: access.estimate?.(model, input_tokens, 0) ?? null,
    is_estimate: true,
  });
  const { format, ...rest } = question;
  const asked = format !== undefined && access.takesForm?.(model) === true ? question : rest;
  const { text, terminal } = await callModel(access.model, { model, system }, asked);
  if (terminal === undefined) return { status: "failed", reason: "The model said nothing.", retryable: true };
  const { usage, cost_usd } = terminal;
  await access.recordCost({ ...cost, model: terminal.model, usage, cost_usd, is_estimate: false });
  if (terminal.type === "finish") return { status: "answered", text };
  return { status: "failed", reason: terminal.failure.reason, retryable: terminal.failure.retryable };
}

/** Each attempt is a call of its own. */
function costOf({ cost_id, now, owner, conversation_id }: Question) {
  return { id: `${cost_id}:${now.toString(36)}`, at: now, owner, conversation_id };
}

async function callModel(
  port: ModelPort,
  { model, system }: { model: string; system: string },
  question: Question,
) {
  let text = "";
  let terminal: ModelTerminal | undefined;
  const request = {
    model,
    system: [{ tier: "stable" as const, text: system }],
    messages: [{ role: "user" as const, content: [{ type: "text" as const, text: question.text }] }],
    tools: [],
    max_output_tokens: question.max_output_tokens,
    temperature: 0,
    reasoning: "off" as const,
    history_length: 0,
    ...(question.format && { format: question.format }),
  };
  for await (const event of port.stream(request, question.signal)) {
    if (event.type === "text") text += event.delta;
    else if (event.type === "restart") text = "";
    else if (event.type === "finish" || event.type === "failed") terminal = event;
  }
  return { text, terminal };
}

/** Places in an answer at which JSON is looked for. */
const MOST_STARTS = 500;

/**
 * The JSON in a model's answer, wherever it stands among its words: the first object or list that fits the schema. An
 * empty object says that there is nothing, where no other one says more. Undefined when none fits.
 */
export function readJson<S extends z.ZodType>(text: string, schema: S): z.output<S> | undefined {
  const answer = withoutThinking(text);
  let starts = 0;
  let isEmpty = false;
  for (const { index } of answer.matchAll(/[[{]/g)) {
    starts += 1;
    if (starts > MOST_STARTS) return undefined;
    const found = lenientJsonAt(answer, index);
    isEmpty ||= found !== undefined && isEmptyObject(found.value);
    if (!found || !isMeant(found.value, schema)) continue;
    const { success, data } = schema.safeParse(found.value);
    if (success) return data;
  }
  return isEmpty ? schema.safeParse({}).data : undefined;
}

function isEmptyObject(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
  );
}

/** A schema whose fields all have defaults fits any object, so one of its fields must be there. */
function isMeant(value: unknown, schema: z.ZodType): boolean {
  if (!(schema instanceof z.ZodObject)) return true;
  return typeof value === "object" && value !== null && Object.keys(schema.shape).some((key) => key in value);
}
