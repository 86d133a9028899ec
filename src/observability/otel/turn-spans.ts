/** Spans of an ended turn, by OpenTelemetry's conventions for generative AI: the agent, its model calls, its tool calls. */
import type { Message, Part, Usage } from "../../domain/message.ts";
import type { ReportedTurn } from "../reported-turn.ts";
import { costOf, type StepTrace, type ToolTrace, usageOf } from "../turn-record.ts";
import { type Attributes, SPAN_KIND, type Span } from "./otlp.ts";
import { type ParentSpan, spanIdOf } from "./trace-context.ts";

/** The trace that a turn's spans belong to. */
export interface TurnPlace {
  trace_id: string;
  parent?: ParentSpan | undefined;
}

/** Messages of the turn; absent where content is not exported. */
export type TurnWords = readonly Message[];

/** The names that the conventions give to providers, where they differ from ours. */
const PROVIDERS: Readonly<Record<string, string>> = {
  google: "gcp.gemini",
  xai: "x_ai",
  mistral: "mistral_ai",
  moonshot: "moonshot_ai",
  bedrock: "aws.bedrock",
  azure: "azure.ai.openai",
};

export async function turnSpans(turn: ReportedTurn, place: TurnPlace, words?: TurnWords): Promise<Span[]> {
  const span_id = await spanIdOf(turn.turn);
  const within = { trace_id: place.trace_id, parent_span_id: span_id };
  const steps = turn.trace.steps.map(async (step) => {
    const id = await spanIdOf(`${turn.turn}:${step.step}`);
    const tools = step.tools.map(async (tool) => toolSpan(turn, step, { tool, within, id }));
    return [stepSpan(turn, step, { ...within, span_id: id }), ...(await Promise.all(tools))];
  });
  return [agentSpan(turn, { ...place, span_id }, words), ...(await Promise.all(steps)).flat()];
}

function agentSpan(
  turn: ReportedTurn,
  { trace_id, parent, span_id }: TurnPlace & { span_id: string },
  words?: TurnWords,
): Span {
  const { trace, agent, status } = turn;
  return {
    trace_id,
    span_id,
    ...(parent && { parent_span_id: parent.span_id }),
    name: `invoke_agent ${agent}`,
    kind: SPAN_KIND.internal,
    start: trace.started_at ?? turn.queued_at,
    end: turn.ended_at,
    attributes: {
      "gen_ai.operation.name": "invoke_agent",
      ...modelAttributes(trace.steps.at(-1)?.model ?? ""),
      "gen_ai.agent.id": agent,
      "gen_ai.agent.name": agent,
      "gen_ai.conversation.id": turn.conversation,
      ...usageAttributes(usageOf(trace.steps)),
      "nightjar.turn.id": turn.turn,
      "nightjar.turn.status": status,
      "nightjar.channel": turn.channel,
      "nightjar.queued_ms": Math.max(0, (trace.started_at ?? turn.queued_at) - turn.queued_at),
      "nightjar.recoveries": trace.recoveries,
      "nightjar.cost_usd": costOf(trace.steps) ?? undefined,
      "error.type": turn.error,
      ...(words && wordsOf(turn, words)),
    },
    ...(status === "failed" && { error: turn.error ?? "failed" }),
  };
}

function stepSpan(
  turn: ReportedTurn,
  step: StepTrace,
  ids: Pick<Span, "trace_id" | "parent_span_id" | "span_id">,
): Span {
  const start = step.at ?? turn.trace.started_at ?? turn.queued_at;
  const isBroken = step.finish === "failed";
  return {
    ...ids,
    name: `chat ${nameOf(step.model)}`,
    kind: SPAN_KIND.client,
    start,
    end: start + (step.duration_ms ?? 0),
    attributes: {
      "gen_ai.operation.name": "chat",
      ...modelAttributes(step.model),
      "gen_ai.conversation.id": turn.conversation,
      "gen_ai.request.stream": true,
      "gen_ai.response.finish_reasons": [step.finish],
      "gen_ai.response.time_to_first_chunk": secondsOf(step.first_token_ms),
      ...usageAttributes(step.usage),
      "nightjar.step": step.step,
      "nightjar.restarts": step.restarts,
      "nightjar.cost_usd": step.cost_usd ?? undefined,
      "error.type": isBroken ? (turn.error ?? "_OTHER") : undefined,
    },
    ...(isBroken && { error: "The model's answer was not kept." }),
  };
}

interface ToolPlace {
  tool: ToolTrace;
  within: Pick<Span, "trace_id" | "parent_span_id">;
  /** Id of the model call that asked for the tool. */
  id: string;
}

async function toolSpan(turn: ReportedTurn, step: StepTrace, { tool, within, id }: ToolPlace): Promise<Span> {
  const start = tool.at ?? (step.at ?? turn.queued_at) + (step.duration_ms ?? 0);
  const isBroken = tool.outcome === "error" || tool.outcome === "denied";
  return {
    ...within,
    span_id: await spanIdOf(`${id}:${tool.call_id}`),
    name: `execute_tool ${tool.name}`,
    kind: SPAN_KIND.internal,
    start,
    end: start + (tool.duration_ms ?? 0),
    attributes: {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": tool.name,
      "gen_ai.tool.call.id": tool.call_id,
      "gen_ai.tool.type": "function",
      "gen_ai.conversation.id": turn.conversation,
      "nightjar.step": step.step,
      "nightjar.tool.outcome": tool.outcome,
      "nightjar.tool.characters": tool.characters,
      "error.type": isBroken ? tool.outcome : undefined,
    },
    ...(isBroken && { error: tool.outcome }),
  };
}

function modelAttributes(model: string): Attributes {
  const provider = model.slice(0, Math.max(0, model.indexOf("/")));
  const name = nameOf(model) || undefined;
  return {
    "gen_ai.provider.name": (PROVIDERS[provider] ?? provider) || "unknown",
    "gen_ai.request.model": name,
    "gen_ai.response.model": name,
  };
}

function nameOf(model: string): string {
  return model.slice(model.indexOf("/") + 1);
}

/** The conventions count tokens of the cache among those of the input. */
function usageAttributes({
  input_tokens,
  output_tokens,
  cache_read_tokens,
  cache_write_tokens,
}: Usage): Attributes {
  return {
    "gen_ai.usage.input_tokens": input_tokens + cache_read_tokens + cache_write_tokens,
    "gen_ai.usage.output_tokens": output_tokens,
    "gen_ai.usage.cache_read.input_tokens": cache_read_tokens,
    "gen_ai.usage.cache_creation.input_tokens": cache_write_tokens,
  };
}

function secondsOf(ms: number | null): number | undefined {
  return ms === null ? undefined : ms / 1_000;
}

/** Collectors refuse a request of some megabytes. */
const LONGEST_WORDS = 50_000;

function wordsOf({ asked, answer, trace }: ReportedTurn, words: TurnWords): Attributes {
  const input = words
    .filter(({ id }) => asked.includes(id))
    .map((message) => ({ role: "user", parts: partsOf(message) }));
  const finish_reason = trace.steps.at(-1)?.finish ?? "stop";
  const output = words
    .filter(({ id }) => id === answer)
    .map((message) => ({ role: "assistant", parts: partsOf(message), finish_reason }));
  return {
    "gen_ai.input.messages": JSON.stringify(input),
    "gen_ai.output.messages": JSON.stringify(output),
  };
}

function partsOf({ parts }: Message): object[] {
  return parts.flatMap(partOf);
}

function partOf(part: Part): object[] {
  switch (part.type) {
    case "text":
      return [{ type: "text", content: part.text.slice(0, LONGEST_WORDS) }];
    case "tool_call":
      return [{ type: "tool_call", id: part.call_id, name: part.name, arguments: part.input }];
    case "tool_result":
      return [{ type: "tool_call_response", id: part.call_id, result: part.content.slice(0, LONGEST_WORDS) }];
    default:
      return [];
  }
}
