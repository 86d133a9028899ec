/**
 * Runs the calls of one reply: reads in parallel, everything else in order. Each is recorded as it settles.
 */
import { definedOf } from "../../domain/defined.ts";
import type { EventBody } from "../../domain/events.ts";
import { offeredOf } from "../../domain/grants/scopes.ts";
import type { Message } from "../../domain/message.ts";
import type { Source } from "../../domain/sources/source.ts";
import { type Trust, trustIf } from "../../domain/trust.ts";
import type { ParkedCall } from "../ports/parked-call.ts";
import type { Tool } from "../ports/tool.ts";
import type { TurnTrust } from "../ports/trust.ts";
import type { GivenSource } from "../sources/given.ts";
import { sourcesIn, withNumbers } from "../sources/number.ts";
import type { CallRecord, Journal, StepRecord, ToolCall, Turn, TurnContext } from "../turn.ts";
import { recordOf, settledOf, shownAddresses } from "./assemble.ts";
import { EventQueue } from "./event-queue.ts";
import { refusedIn } from "./limits.ts";
import { type CallDeps, errorResult, prepareCall, type ReadyCall, runCall } from "./run-call.ts";
import { type KnownContext, sourcesOf } from "./turn-sources.ts";

/** Spans a weekend; after that the person has moved on, and the call's subject may have too. */
const APPROVAL_LIFETIME_MS = 3 * 24 * 3_600_000;

export interface ToolsDeps extends CallDeps {
  journal: Journal;
}

interface ToolsRun {
  turn: Turn;
  /** All steps of the turn, this one the last. */
  steps: readonly StepRecord[];
  /** Grows as calls settle. */
  step: StepRecord;
  tools: readonly Tool[];
  trust: TurnTrust;
  /** Stored messages before the turn. */
  said: readonly Message[];
  given: readonly GivenSource[];
  signal: AbortSignal;
}

/** Returns whether any call of the step waits for its result. */
export async function* runTools(
  deps: ToolsDeps,
  run: ToolsRun,
): AsyncGenerator<EventBody, { parked: boolean }> {
  let reads: ReadyCall[] = [];
  for (const call of run.step.reply.calls) {
    if (run.signal.aborted) break;
    if (isDone(run.step, call)) {
      yield* askAgain(run.step, call);
      continue;
    }
    const ready = yield* readyCall(deps, run, call);
    if (ready?.tool.effect === "read") {
      reads.push(ready);
      continue;
    }
    yield* runBatch(deps, run, reads);
    reads = [];
    if (ready) yield* runBatch(deps, run, [ready]);
  }
  yield* runBatch(deps, run, reads);
  return { parked: run.step.reply.calls.some((call) => isParked(run.step, call)) };
}

function isDone(step: StepRecord, call: ToolCall): boolean {
  return recordOf(step.calls, call, "settled") !== undefined || isParked(step, call);
}

function isParked(step: StepRecord, call: ToolCall): boolean {
  const last = step.calls.findLast((record) => record.call_id === call.call_id);
  return last?.state === "parked";
}

/** Only after a crash, which may have lost the question before it was stored. */
function* askAgain(step: StepRecord, call: ToolCall): Generator<EventBody, void> {
  const last = step.calls.findLast((record) => record.call_id === call.call_id);
  if (last?.state === "parked") yield* parkedEvents(last.call_id, last.parked);
}

async function* readyCall(
  deps: ToolsDeps,
  run: ToolsRun,
  call: ToolCall,
): AsyncGenerator<EventBody, ReadyCall | undefined> {
  const { calls } = run.step;
  const approved = (recordOf(calls, call, "approved") ?? recordOf(calls, call, "resumed")) !== undefined;
  if (recordOf(run.step.calls, call, "started")) {
    yield* settle(deps, run, settled(errorResult(call, INTERRUPTED)));
    return undefined;
  }
  const { policy, grants } = deps;
  const prepared = await prepareCall(call, run.tools, { ...run, policy, grants, approved });
  switch (prepared.status) {
    case "ready":
      return prepared.ready;
    case "settled":
      yield startEvent(call);
      yield* settle(deps, run, settled(prepared.result));
      return undefined;
    case "parked":
      yield startEvent(call);
      yield* settle(deps, run, {
        state: "parked",
        call_id: call.call_id,
        parked: withExpiry(prepared.parked, deps.now()),
      });
      return undefined;
  }
}

function withExpiry(parked: ParkedCall, now: number): ParkedCall {
  return parked.kind === "approval" ? { ...parked, expires_at: now + APPROVAL_LIFETIME_MS } : parked;
}

const INTERRUPTED =
  "interrupted: outcome unknown. The machine stopped while this call was under way, and it is not made again by itself. Check whether it had its effect before you repeat it.";

async function* runBatch(
  deps: ToolsDeps,
  run: ToolsRun,
  batch: ReadyCall[],
): AsyncGenerator<EventBody, void> {
  if (batch.length === 0 || run.signal.aborted) return;
  for (const { call } of batch) yield startEvent(call);
  const queue = new EventQueue<EventBody>();
  yield* queue.until(Promise.all(batch.map((ready) => runOne(deps, { ...run, queue }, ready))));
}

async function runOne(
  deps: ToolsDeps,
  { queue, ...run }: ToolsRun & { queue: EventQueue<EventBody> },
  ready: ReadyCall,
): Promise<void> {
  const { call, tool } = ready;
  const { turn, signal } = run;
  let isAwaited = true;
  // Written in the same transaction as the start, so that a crash from here on finds it.
  const begin = () => {
    if (!isAwaited || signal.aborted) throw new Error("Nobody waits for this call any more.");
    if (!recordOf(run.step.calls, call, "started"))
      note(deps, run, { state: "started", call_id: call.call_id });
  };
  if (tool.effect === "once" && !tool.begins_itself) begin();
  const progress = (data: unknown) =>
    queue.push({ type: "tool_progress", call_id: call.call_id, name: call.name, data });
  const { trust: seen } = run;
  const resumed = recordOf(run.step.calls, call, "resumed")?.resumed;
  const life = { turn, trust: trustOfCall(run, call), seen, signal, resumed, progress, begin };
  const { record, read } = await runCall(deps, ready, life);
  isAwaited = false;
  for (const event of settle(deps, run, withSources(record, read, run))) queue.push(event);
}

/** Numbers are given as calls settle, so that two that run at once have no number in common. */
function withSources(
  record: CallRecord,
  read: readonly Source[],
  { steps, step, said, given }: ToolsRun,
): CallRecord {
  if (record.state !== "settled" || read.length === 0) return record;
  const settled = [...steps.filter((other) => other !== step), step].flatMap(settledOf);
  const known = [
    ...given,
    ...said.flatMap(({ parts }) => sourcesIn(parts)),
    ...settled.flatMap(({ sources = [] }) => sources),
  ];
  return { ...record, result: { ...record.result, sources: withNumbers(read, known) } };
}

function trustOfCall({ step, trust }: ToolsRun, call: ToolCall): Trust {
  const isAllowed = recordOf(step.calls, call, "approved") !== undefined;
  return trustIf(trust.tainted && !isAllowed);
}

function* settle(deps: ToolsDeps, run: ToolsRun, record: CallRecord): Generator<EventBody, void> {
  note(deps, run, record);
  if (record.state === "settled") {
    const { call_id, name, content, is_error, sources } = record.result;
    yield { type: "tool_result", call_id, name, result: content, is_error, ...definedOf({ sources }) };
  }
  if (record.state === "parked") yield* parkedEvents(record.call_id, record.parked);
}

function note(deps: ToolsDeps, run: ToolsRun, record: CallRecord): void {
  run.step.calls.push(record);
  const { step, opening } = run.step.reply;
  deps.journal.call(step, record, { isNow: opening === true });
}

function* parkedEvents(call_id: CallRecord["call_id"], parked: ParkedCall): Generator<EventBody, void> {
  if (parked.kind === "client") {
    const { tool: name, input } = parked;
    yield { type: "client_call", call_id, name, input };
  }
  if (parked.kind === "question") {
    const { question, options, caution } = parked;
    yield { type: "question", call_id, question, options, ...definedOf({ caution }), ...until(parked) };
  }
  if (parked.kind === "approval") {
    const { tool, input, reason, provenance, read, plan, grant, by_voice } = parked;
    const known = definedOf({ provenance, read, plan, grant: grant && offeredOf(grant), by_voice });
    yield { type: "approval", call_id, tool, input, reason, ...known, ...until(parked) };
  }
}

/** The expiry as events have it. */
function until({ expires_at }: { expires_at?: number }): { expires_at?: string } {
  return expires_at === undefined ? {} : { expires_at: new Date(expires_at).toISOString() };
}

function startEvent(call: ToolCall): EventBody {
  const input = call.input.ok ? call.input.value : call.input.text;
  return { type: "tool_start", call_id: call.call_id, name: call.name, input };
}

function settled(result: ReturnType<typeof errorResult>): CallRecord {
  return { state: "settled", call_id: result.call_id, result };
}

/**
 * Trust for judging the calls of the last reply: they were made before any of them had a result, even if some
 * have one since.
 */
export function trustOfCalls(
  steps: readonly StepRecord[],
  ...judged: [turn: Parameters<typeof trustOf>[1], history: Parameters<typeof trustOf>[2]]
): TurnTrust {
  const asAsked = ({ reply, calls }: StepRecord) => ({
    reply,
    calls: calls.filter(({ state }) => state !== "settled"),
  });
  const trust = trustOf([...steps.slice(0, -1), ...steps.slice(-1).map(asAsked)], ...judged);
  return {
    ...trust,
    refused: steps.flatMap(refusedIn).map(({ name: tool, input }) => ({ tool, input: inputOf(input) })),
  };
}

function inputOf(input: ToolCall["input"]): unknown {
  return input.ok ? input.value : undefined;
}

/** Trust of a turn: the content that the history and the steps so far have let in. */
export function trustOf(
  steps: readonly StepRecord[],
  turn: Pick<Turn, "own_text" | "is_owners" | "read_by" | "memory">,
  history: Pick<TurnContext, "tainted" | "only_recalled" | "seen_urls"> & KnownContext,
): TurnTrust {
  const { own_text, is_owners, read_by, memory } = turn;
  const results = steps.flatMap(settledOf);
  // Steered messages come from whoever the turn answers.
  const steered = is_owners
    ? steps.flatMap(({ reply }) => (reply.steered ?? []).map(({ text }) => text))
    : [];
  const hasRead = results.some((result) => result.trust === "untrusted");
  return {
    tainted: history.tainted || hasRead,
    ...(history.only_recalled === true && !hasRead && { only_recalled: true }),
    user_text: [own_text, ...steered].join("\n"),
    seen_urls: [...(history.seen_urls ?? []), ...results.flatMap(shownAddresses)],
    ...(read_by !== undefined && { read_by }),
    memory,
    sources: () => sourcesOf(steps, turn, history),
  };
}
