/** Stored record of a finished turn: its model calls and tool calls, with their durations and costs. */
import { recordOf } from "../agent/loop/assemble.ts";
import type { SettledCall, Spending, StepRecord, ToolCall } from "../agent/turn.ts";
import type { CostSource } from "../domain/ledger.ts";
import { addUsage, NO_USAGE, type Usage } from "../domain/message.ts";
import type { Timings } from "./turn-trace.ts";

export interface ToolTrace {
  call_id: string;
  name: string;
  outcome: "ok" | "error" | "denied" | "waiting" | "unfinished";
  /** Start, in ms since the epoch; absent: it never ran, or a crash lost it. */
  at?: number;
  duration_ms: number | null;
  /** Length of the result. */
  characters: number;
}

export interface StepTrace {
  step: number;
  /** ms since the epoch; null when a crash lost it. */
  at: number | null;
  first_token_ms: number | null;
  duration_ms: number | null;
  restarts: number;
  /** The model that answered. */
  model: string;
  /** `failed` or `stopped` for a call whose reply was not kept. */
  finish: string;
  usage: Usage;
  /** US dollars; null when the price is unknown. */
  cost_usd: number | null;
  /** The provider's own figure; absent: computed from tokens and prices. */
  cost_by?: Exclude<CostSource, "estimate">;
  /** The provider never reported usage: usage and cost are estimated. */
  estimated?: true;
  tools: ToolTrace[];
}

export interface TurnRecord {
  started_at: number | null;
  /** Number of crashes that the turn recovered from. */
  recoveries: number;
  /** Memories that the model was given. */
  recalled: number;
  notices: string[];
  steps: StepTrace[];
}

/** A call whose reply was not kept. */
export interface LostCall {
  finish: "failed" | "stopped";
  spent: Spending;
}

export function recordOfTurn(timings: Timings, steps: readonly StepRecord[], lost?: LostCall): TurnRecord {
  const { started_at = null, recoveries = 0, recalled = 0, notices = [] } = timings;
  const traces = steps.map((step) => stepTrace(timings, step));
  if (lost) traces.push(lostStep(timings, steps.length + 1, lost));
  return { started_at, recoveries, recalled, notices, steps: traces };
}

export function usageOf(steps: readonly StepTrace[]): Usage {
  return steps.reduce((sum, step) => addUsage(sum, step.usage), NO_USAGE);
}

/** US dollars; null when the price of any call is unknown. */
export function costOf(steps: readonly StepTrace[]): number | null {
  return steps.reduce<number | null>(
    (sum, { cost_usd }) => (sum === null || cost_usd === null ? null : sum + cost_usd),
    0,
  );
}

function stepTrace(timings: Timings, { reply, calls }: StepRecord): StepTrace {
  const tools = reply.calls.map((call): ToolTrace => {
    const timing = timings.calls?.findLast(({ call_id }) => call_id === call.call_id);
    const result = recordOf(calls, call, "settled")?.result;
    return {
      call_id: call.call_id,
      name: call.name,
      outcome: result ? outcomeOf(result) : unsettled(calls, call),
      ...(timing && { at: timing.at }),
      duration_ms: timing?.duration_ms ?? null,
      characters: result?.content.length ?? 0,
    };
  });
  const { model, finish, usage, cost_usd, cost_by } = reply;
  const spent = { usage, cost_usd, ...sourceOf(cost_by) };
  return { ...timingOf(timings, reply.step), model, finish, ...spent, tools };
}

function sourceOf(cost_by: CostSource | undefined): Pick<StepTrace, "cost_by" | "estimated"> {
  if (cost_by === "estimate") return { estimated: true };
  return cost_by ? { cost_by } : {};
}

function outcomeOf({ denied, is_error }: SettledCall): ToolTrace["outcome"] {
  if (denied) return "denied";
  return is_error ? "error" : "ok";
}

function unsettled(calls: StepRecord["calls"], call: ToolCall): ToolTrace["outcome"] {
  return recordOf(calls, call, "parked") ? "waiting" : "unfinished";
}

function lostStep(timings: Timings, step: number, { finish, spent }: LostCall): StepTrace {
  const { cost_by, ...rest } = spent;
  return { ...timingOf(timings, step), finish, ...rest, ...sourceOf(cost_by), tools: [] };
}

/** If a call was repeated after a crash, the one that completed counts. */
function timingOf(timings: Timings, step: number) {
  const found = timings.steps?.findLast((timing) => timing.step === step);
  const { at = null, first_token_ms = null, duration_ms = null, restarts = 0 } = found ?? {};
  return { step, at, first_token_ms, duration_ms, restarts };
}
