/**
 * The loop. Yields what happens, returns how the turn ended. Given the steps that were journaled before a
 * crash or a wait, it goes on from there: recorded steps never run again.
 */
import type { EventBody } from "../../domain/events.ts";
import type { Part } from "../../domain/message.ts";
import type { ModelMessage, ModelPort, ModelRequest, ToolSpec } from "../ports/model.ts";
import type { Tool } from "../ports/tool.ts";
import type { Reply, SteeredMessage, StepRecord, Turn, TurnContext, TurnOutcome } from "../turn.ts";
import { closeCalls, messageOfSteered, messagesOfStep, partsOfReply, partsOfStep } from "./assemble.ts";
import { withOwnCallIds } from "./call-ids.ts";
import { callModel, type FailedCall } from "./call-model.ts";
import { RepeatedCalls } from "./limits.ts";
import { runTools, type ToolsDeps, trustOf } from "./run-tools.ts";

export interface TurnDeps extends ToolsDeps {
  model: ModelPort;
  /** Why the next model call may not be made, if so: budgets are checked before each. */
  budget(): string | undefined;
  /** What people have said meanwhile that the next step is to see; asked before each model call. Never throws. */
  steer(): SteeredMessage[];
  /** Ids of calls that wait in other turns: an answer must find its own. */
  waitingCalls?(): readonly string[];
}

export interface TurnRun {
  turn: Turn;
  context: TurnContext;
  tools: readonly Tool[];
  /** Journaled earlier; grows as the turn goes on. */
  steps: StepRecord[];
  signal: AbortSignal;
}

export async function* runTurn(deps: TurnDeps, run: TurnRun): AsyncGenerator<EventBody, TurnOutcome> {
  const repeated = repeatedBefore(run);
  const specs = run.tools.map(specOf);
  for (;;) {
    const last = run.steps.at(-1);
    if (last) {
      const ended = yield* finishStep(deps, run, { step: last, repeated });
      if (ended) return ended;
    }
    const refusal = refuseStep(deps, run);
    if (refusal) return refusal;
    const failed = yield* nextReply(deps, run, specs);
    if (failed) return failed;
  }
}

/** A turn that was interrupted has not forgotten what it called before. */
function repeatedBefore(run: TurnRun): RepeatedCalls {
  const repeated = new RepeatedCalls();
  for (const step of run.steps.slice(0, -1)) repetition(run, step, repeated);
  return repeated;
}

/** Runs what the reply asked for; returns the outcome when the turn ends with this step. */
async function* finishStep(
  deps: TurnDeps,
  run: TurnRun,
  { step, repeated }: { step: StepRecord; repeated: RepeatedCalls },
): AsyncGenerator<EventBody, TurnOutcome | undefined> {
  if (step.reply.calls.length === 0) return lastWord(run, step.reply);
  const loop = repetition(run, step, repeated);
  if (loop) return halted(run, loop);
  yield stateEvent(
    "tools",
    step.reply.step,
    step.reply.calls.map((call) => call.name),
  );
  const { turn, tools, signal } = run;
  const trust = trustOf(run.steps, turn, run.context);
  const { parked } = yield* runTools(deps, { turn, step, tools, trust, signal });
  if (signal.aborted) return halted(run, "Stopped by the person.");
  if (parked) return { status: "parked", parts: partsOf(run) };
  return step.reply.calls.every((call) => call.by_tag) ? lastWord(run, step.reply) : undefined;
}

function lastWord(run: TurnRun, reply: Reply): TurnOutcome {
  const parts = partsOf(run);
  if (reply.finish === "length") {
    return {
      status: "halted",
      parts,
      reason: 'The answer reached its maximum length and was cut. Say "go on" to continue.',
    };
  }
  const isMeant = reply.silent || reply.calls.length > 0;
  if (!isMeant && !run.steps.some(saysSomething)) {
    return failed(parts, {
      error: "api_fail",
      reason: "The model gave an empty answer. Send the message again, or choose another model.",
      retryable: true,
    });
  }
  return { status: "completed", parts };
}

function saysSomething({ reply }: StepRecord): boolean {
  return reply.blocks.some((block) => block.type === "text" && block.text.trim() !== "");
}

function repetition(run: TurnRun, step: StepRecord, repeated: RepeatedCalls): string | undefined {
  for (const call of step.reply.calls) {
    const isRead = run.tools.find((tool) => tool.name === call.name)?.effect === "read";
    if (repeated.isOneTooMany(call, isRead)) {
      return `The agent made the same call to ${call.name} three times, so the turn was stopped.`;
    }
  }
  return undefined;
}

function refuseStep(deps: TurnDeps, run: TurnRun): TurnOutcome | undefined {
  if (run.signal.aborted) return halted(run, "Stopped by the person.");
  const limit = run.turn.limits.max_steps;
  if (run.steps.length >= limit) {
    return halted(run, `The turn reached its limit of ${limit} steps. Say "go on" to continue.`);
  }
  const broke = deps.budget();
  return broke
    ? failed(partsOf(run), { error: "budget_exceeded", reason: broke, retryable: false })
    : undefined;
}

/** Makes the next model call and journals its reply before anything else happens. */
async function* nextReply(
  deps: TurnDeps,
  run: TurnRun,
  specs: ToolSpec[],
): AsyncGenerator<EventBody, TurnOutcome | undefined> {
  const number = run.steps.length + 1;
  yield stateEvent("thinking", number, []);
  const steered = deps.steer();
  const request = requestOf(run, specs, steered);
  const called = yield* callModel(deps.model, { request, step: number }, run.signal);
  if (called.status === "failed") return afterFailure(run, called);
  const own = withOwnCallIds(called.reply, request.messages, deps.waitingCalls);
  const reply: Reply = {
    ...own,
    ...(number === 1 && { dynamic: run.context.dynamic }),
    ...(steered.length > 0 && { steered }),
  };
  run.steps.push({ reply, calls: [] });
  if (reply.calls.length > 0) deps.journal.reply(reply);
  return undefined;
}

function afterFailure(run: TurnRun, { failure, partial, spent }: FailedCall): TurnOutcome {
  const parts = [...partsOf(run), ...partsOfReply(partial)];
  if (run.signal.aborted) return { status: "halted", parts, reason: "Stopped by the person.", spent };
  const error = { type: "error" as const, error: "api_fail" as const, reason: failure.reason };
  const { reason, retryable } = failure;
  const outcome = failed([...parts, error], { error: "api_fail", reason, retryable });
  return { ...outcome, too_long: failure.kind === "context_too_long", spent };
}

function requestOf(run: TurnRun, tools: ToolSpec[], steered: readonly SteeredMessage[]): ModelRequest {
  const { turn, context } = run;
  const [model = "", ...fallback_models] = turn.models;
  return {
    model,
    fallback_models,
    system: context.system,
    messages: [
      ...context.messages,
      ...run.steps.flatMap(messagesOfStep),
      ...steered.map(messageOfSteered),
    ] satisfies ModelMessage[],
    history_length: context.history_length,
    tools,
    max_output_tokens: turn.limits.max_output_tokens,
    cache_key: turn.conversation_id,
  };
}

/** All parts so far. Calls that never settled get a result, since a provider wants one for each. */
function partsOf(run: TurnRun): Part[] {
  return run.steps.flatMap(partsOfStep);
}

function halted(run: TurnRun, reason: string): TurnOutcome {
  const last = run.steps.at(-1);
  if (last) closeCalls(last, reason);
  return { status: "halted", parts: partsOf(run), reason };
}

type Failed = Extract<TurnOutcome, { status: "failed" }>;

function failed(parts: Part[], why: Pick<Failed, "error" | "reason" | "retryable">): Failed {
  return { status: "failed", parts, ...why };
}

function stateEvent(state: "thinking" | "tools", step: number, tools: string[]): EventBody {
  return { type: "state", state, step, tools };
}

function specOf(tool: Tool): ToolSpec {
  return { name: tool.name, description: tool.description, input: tool.input.json };
}
