/** Log lines of a finished turn: one for the turn, and one for each step or tool that went wrong. */
import type { Log } from "./log-port.ts";
import { costOf, type StepTrace, type TurnRecord, usageOf } from "./turn-record.ts";

export interface EndedTurn {
  conversation: string;
  turn: string;
  status: string;
  agent: string;
  duration_ms: number;
  /** The reason why it was stopped or failed. */
  reason?: string;
  trace: TurnRecord;
}

/** Whether any line is written: at a level that shows only failures, a successful turn has none. */
export function hasLines(log: Log, { status, trace }: EndedTurn): boolean {
  return log.shows("info") || (log.shows("warn") && (status === "failed" || trace.steps.some(wentWrong)));
}

function wentWrong({ finish, restarts, tools }: StepTrace): boolean {
  return finish === "failed" || restarts > 0 || tools.some(({ outcome }) => outcome === "error");
}

/** Logs ids, counts and times, never words of the conversation. */
export function logTurn(log: Log, ended: EndedTurn): void {
  const { conversation, turn, status, agent, duration_ms, reason, trace } = ended;
  for (const { step, model, restarts, finish, tools } of trace.steps) {
    const place = { conversation, turn, step };
    if (finish === "failed") log.warn("model_failed", { ...place, model });
    else if (restarts > 0) log.warn("model_restarted", { ...place, model, restarts });
    for (const { name, outcome } of tools)
      if (outcome === "error") log.warn("tool_failed", { ...place, tool: name });
  }
  const { input_tokens, output_tokens } = usageOf(trace.steps);
  const { recoveries, steps } = trace;
  const sums = {
    duration_ms,
    steps: steps.length,
    input_tokens,
    output_tokens,
    cost_usd: costOf(steps),
    recoveries,
  };
  const fields = { conversation, turn, status, agent, model: steps.at(-1)?.model ?? null, ...sums };
  if (status === "failed") log.warn("turn_ended", { ...fields, reason });
  else log.info("turn_ended", fields);
}
