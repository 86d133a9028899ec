/**
 * The turn loop. Yields its events, returns the turn's outcome. Given the steps journaled before a crash or a
 * wait, it continues from there: recorded steps never run again.
 */

import type { EventBody } from "../../domain/events.ts";
import { errorPart, type Part, textOf } from "../../domain/message.ts";
import { openedStep } from "../opening/opened-step.ts";
import type { ModelPort, ModelRequest } from "../ports/model.ts";
import type { Opening } from "../ports/opening.ts";
import { pinsOf, type Tool } from "../ports/tool.ts";
import type { Sound } from "../sound/spoken-part.ts";
import type { Reply, Spending, SteeredMessage, StepRecord, Turn, TurnContext, TurnOutcome } from "../turn.ts";
import { STOPPED } from "../turn.ts";
import { fittedReply, isRepairedOut, repairWords, withoutWords } from "./answer-format.ts";
import { closeCalls, partsOfReply, partsOfSteps } from "./assemble.ts";
import { stagesOf, withCut } from "./at-token-limit.ts";
import { withOwnCallIds } from "./call-ids.ts";
import type { FailedCall, KeepFile, ModelCall } from "./call-model.ts";
import { callWithRoom, withCost } from "./call-with-room.ts";
import { failedTags } from "./failed-tags.ts";
import { inWordsOnly, withoutCalls } from "./last-round.ts";
import { lastWord, saysSomething } from "./last-word.ts";
import { messageTooLong, type RepeatedCalls, repeatedBefore, repetition, stepsOfItsOwn } from "./limits.ts";
import { requestOf, type StepInputs } from "./request.ts";
import { type LoadMedia, ResultMedia } from "./result-media.ts";
import { runTools, type ToolsDeps, trustOfCalls } from "./run-tools.ts";

/**
 * Ports of the loop. Those that return no promise are called between two model calls and must not block. The caller
 * owns them all: the loop closes none.
 */
export interface TurnDeps extends ToolsDeps {
  model: ModelPort;
  /** Loads media that tools showed; called once for each file, before the step that first sees it. Never rejects. */
  media: LoadMedia;
  /** Absent: files that a model makes are not kept. */
  keepFile?: KeepFile;
  /** Absent: nobody listens. */
  sound?: Sound;
  /** Absent: the model makes all steps. */
  opening?: Opening | undefined;
  /**
   * Reason that forbids the next model call, if any; called before each. Never throws. Does not
   * reserve what the call may cost: calls of other turns may be allowed meanwhile. `spent`: on a call that no step
   * records yet.
   */
  budget(spent?: Spending): string | undefined;
  /**
   * People's messages that the next step is to see; called before each model call. Never throws. Does not take them
   * out of the queue: the journal does, with the reply that has seen them.
   */
  steer(): SteeredMessage[];
  /**
   * Ids of calls that wait in other turns, which a new call must not repeat, so that an answer finds its call. Called
   * after each reply that has calls. Throws only when storage fails, which ends the turn.
   */
  waitingCalls(): readonly string[];
}

export interface TurnRun {
  turn: Turn;
  context: TurnContext;
  tools: readonly Tool[];
  /** Steps journaled earlier; grows as the turn goes on. */
  steps: StepRecord[];
  signal: AbortSignal;
}

/**
 * Throws when a port throws against its contract or the journal cannot be written; otherwise every outcome is
 * returned. The caller consumes it to the end: a generator that is left midway stops neither the model nor the tools,
 * which `signal` does.
 */
export async function* runTurn(deps: TurnDeps, run: TurnRun): AsyncGenerator<EventBody, TurnOutcome> {
  const repeated = repeatedBefore(run);
  const shownNotices = new Set<string>();
  const media = new ResultMedia({ load: deps.media, deadline: deps.deadline });
  const given = { tools: run.tools, media, shownNotices };
  for (;;) {
    const step = run.steps.at(-1);
    const ended = (step && (yield* finishStep(deps, run, { step, repeated }))) ?? refuseStep(deps, run);
    if (ended && ended.status !== "used_up") return ended;
    // Awaited only when a tool has shown something.
    const reading = media.read(run.steps, run.signal);
    if (reading) await reading;
    if (ended) return yield* lastRound(deps, run, { ...given, reason: ended.reason });
    const failed = yield* nextReply(deps, run, given);
    if (failed) return failed;
  }
}

/** `used_up`: the turn may make no more calls of tools, and is halted once its model has said what it has. */
type StepEnd = TurnOutcome | { status: "used_up"; reason: string };

/** Runs the calls of the reply; returns the outcome when the turn ends with this step. */
async function* finishStep(
  deps: TurnDeps,
  run: TurnRun,
  { step, repeated }: { step: StepRecord; repeated: RepeatedCalls },
): AsyncGenerator<EventBody, StepEnd | undefined> {
  if (step.reply.unfit !== undefined) return undefined;
  if (step.reply.calls.length === 0) return yield* answeredInForm(deps, run, step);
  const loop = repetition(run, step, repeated);
  if (loop) return usedUp(step, loop);
  yield stateEvent(
    "tools",
    step.reply.step,
    step.reply.calls.map((call) => call.name),
  );
  const { turn, tools, steps, signal } = run;
  const trust = trustOfCalls(run.steps, turn, run.context);
  const { said = [], given = [] } = run.context;
  const { parked } = yield* runTools(deps, { turn, steps, step, tools, trust, said, given, signal });
  if (signal.aborted) return halted(run, STOPPED);
  if (parked) return { status: "parked", parts: partsOf(run) };
  const failed = failedTags(step);
  if (failed !== undefined) return yield* afterFailedTags(run, failed);
  return step.reply.calls.every((call) => call.by_tag) ? lastWordOrMore(run, step.reply) : undefined;
}

/** The model hears of it in one more step; a second time in a row ends the turn. */
function* afterFailedTags(run: TurnRun, failed: string): Generator<EventBody, TurnOutcome | undefined> {
  yield { type: "notice", level: "warning", text: failed };
  return failedTags(run.steps.at(-2)) === undefined ? undefined : halted(run, failed);
}

/** Undefined: the reply does not have the form that the program wants, and is asked for again. */
async function* answeredInForm(
  deps: TurnDeps,
  run: TurnRun,
  step: StepRecord,
): AsyncGenerator<EventBody, TurnOutcome | undefined> {
  const format = run.turn.client_tools?.format;
  if (!format || step.reply.finish !== "stop" || step.reply.cut) return answered(run, step.reply);
  const fitted = await fittedReply(step.reply, format);
  if (fitted.fits) {
    for (const earlier of run.steps) earlier.reply = withoutWords(earlier.reply);
    step.reply = fitted.reply;
    return answered(run, step.reply);
  }
  if (isRepairedOut(run.steps)) {
    const reason = `The model did not answer in the form that was asked for. ${fitted.problem}`;
    return failed(partsOf(run), { error: "api_fail", reason, retryable: true });
  }
  step.reply = { ...step.reply, unfit: repairWords(fitted.problem, format) };
  deps.journal.reply(step.reply);
  yield { type: "reset", from_step: step.reply.step };
  return undefined;
}

/** A model that passes over its failed tags leaves it to the turn to say so. */
function answered(run: TurnRun, reply: Reply): TurnOutcome | undefined {
  const failed = failedTags(run.steps.at(-2));
  return failed !== undefined && !saysSomething(reply) ? halted(run, failed) : lastWordOrMore(run, reply);
}

/** Undefined: the reply was cut, and the next one continues it. */
function lastWordOrMore(run: TurnRun, reply: Reply): TurnOutcome | undefined {
  return reply.cut === "goes_on" ? undefined : lastWord(run.steps, reply, partsOf(run));
}

/** The result of each call that was not made is the reason. */
function usedUp(step: StepRecord, reason: string): StepEnd {
  closeCalls(step, reason);
  return { status: "used_up", reason };
}

function refuseStep(deps: TurnDeps, run: TurnRun): StepEnd | undefined {
  if (run.signal.aborted) return halted(run, STOPPED);
  const tooLong = run.steps.length === 0 ? messageTooLong(run.turn) : undefined;
  if (tooLong !== undefined)
    return failed([], { error: "payload_too_large", reason: tooLong, retryable: false });
  const limit = run.turn.limits.max_steps;
  const last = run.steps.at(-1);
  if (last && stepsOfItsOwn(run) >= limit) {
    const reason = `The turn reached its limit of ${limit} steps. Say "go on" to continue.`;
    // A cut answer has said what it has.
    return last.reply.calls.length > 0 ? usedUp(last, reason) : halted(run, reason);
  }
  const unpaid = deps.budget();
  return unpaid === undefined ? undefined : broke(run, unpaid);
}

/** Makes the next model call and journals its reply before anything else happens. */
async function* nextReply(
  deps: TurnDeps,
  run: TurnRun,
  given: StepInputs,
): AsyncGenerator<EventBody, TurnOutcome | undefined> {
  const number = run.steps.length + 1;
  yield stateEvent("thinking", number, []);
  const opened = deps.opening && (await openedStep(deps.opening, run));
  const first = number === 1 && { dynamic: run.context.dynamic, ...pinned(run.tools) };
  if (opened?.reply) return keep(deps, run, { ...opened.reply, ...first });
  const steered = deps.steer();
  const request = requestOf(run, given, steered);
  const { steps, turn } = run;
  const called = yield* callWithRoom(deps, callOf(deps, run, { ...given, request }), run.signal);
  const paid = <T extends Spending>(spent: T): T => (opened?.spent ? withCost(opened.spent, spent) : spent);
  if (called.status === "broke") return { ...broke(run, called.reason), spent: paid(called.spent) };
  if (called.status === "failed") return afterFailure(run, { ...called, spent: paid(called.spent) });
  const made = withOwnCallIds(called.reply, request.messages, deps.waitingCalls);
  const own = withCut(made, turn.limits.at_token_limit ?? "halt", steps);
  const reply: Reply = { ...own, ...first, ...(steered.length > 0 && { steered }) };
  return keep(deps, run, paid(reply));
}

/** A reply that ends the turn is stored with its end. */
function keep({ journal }: TurnDeps, { steps }: TurnRun, reply: Reply): undefined {
  steps.push({ reply, calls: [] });
  if (reply.calls.length > 0 || reply.cut === "goes_on") journal.reply(reply);
}

/**
 * Asks the model for words. People's newer messages wait for a turn of their own. Not journaled: a turn that is resumed
 * makes this call again.
 */
async function* lastRound(
  deps: TurnDeps,
  run: TurnRun,
  { reason, ...given }: StepInputs & { reason: string },
): AsyncGenerator<EventBody, TurnOutcome> {
  if (deps.budget() !== undefined) return halted(run, reason);
  yield stateEvent("thinking", run.steps.length + 1, []);
  const request = inWordsOnly(requestOf(run, given, []));
  const called = yield* callWithRoom(deps, callOf(deps, run, { ...given, tools: [], request }), run.signal);
  if (called.status === "broke") return { ...halted(run, reason), spent: called.spent };
  if (called.status === "failed") {
    const parts = [...partsOf(run), ...partsOfReply(called.partial)];
    return { status: "halted", parts, reason: run.signal.aborted ? STOPPED : reason, spent: called.spent };
  }
  run.steps.push({ reply: withoutCalls(called.reply), calls: [] });
  return halted(run, reason);
}

function callOf(
  { keepFile, sound }: TurnDeps,
  { turn, steps }: TurnRun,
  { request, tools, shownNotices }: StepInputs & { request: ModelRequest },
): ModelCall {
  const speech = sound?.wish();
  const begins = speech ? textOf(partsOfSteps(steps)).length : 0;
  return {
    request: speech ? { ...request, speech } : request,
    ...(speech && { sound, begins }),
    callable: tools,
    step: steps.length + 1,
    stages: () => stagesOf(turn, steps),
    keepFile,
    shownNotices,
  };
}

/** A resumed turn asks for the same tools by these pins. */
function pinned(tools: readonly Tool[]): Pick<Reply, "pins"> {
  const pins = pinsOf(tools);
  return pins.length === 0 ? {} : { pins };
}

function broke(run: TurnRun, reason: string): Failed {
  return failed(partsOf(run), { error: "budget_exceeded", reason, retryable: false });
}

function afterFailure(run: TurnRun, { failure, partial, spent }: FailedCall): TurnOutcome {
  const parts = [...partsOf(run), ...partsOfReply(partial)];
  if (run.signal.aborted) return { status: "halted", parts, reason: STOPPED, spent };
  const { reason, retryable } = failure;
  const error = errorPart("api_fail", reason, retryable);
  const outcome = failed([...parts, error], { error: "api_fail", reason, retryable });
  return { ...outcome, too_long: failure.kind === "context_too_long", spent };
}

/** All parts so far. */
function partsOf(run: TurnRun): Part[] {
  return partsOfSteps(run.steps);
}

function halted(run: TurnRun, reason: string): Extract<TurnOutcome, { status: "halted" }> {
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
