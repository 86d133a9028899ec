/** An ended turn's share of the instance's counters. */
import type { ReportedTurn } from "../reported-turn.ts";
import { BUCKETS_S } from "./families.ts";

/** Name of a counter, its labels as JSON, and what is added to it. */
export type Sample = readonly [name: string, labels: string, value: number];

export function samplesOf(turn: ReportedTurn): Sample[] {
  const { status, channel, agent, error, trace, duration_ms } = turn;
  const first = firstTextMs(turn);
  return [
    sample("turns_total", { status, channel, agent: agentLabel(agent) }),
    ...(error ? [sample("turn_errors_total", { kind: error })] : []),
    ...(trace.recoveries > 0 ? [sample("turn_recoveries_total", {}, trace.recoveries)] : []),
    ...observed("turn_duration_seconds", duration_ms),
    ...(first === undefined ? [] : observed("turn_first_text_seconds", first)),
    ...toolSamples(turn),
  ];
}

function sample(name: string, labels: Record<string, string>, value = 1): Sample {
  return [name, JSON.stringify(labels), value];
}

/** Agents that are tried out before they are saved have a slug of their own each. */
function agentLabel(agent: string): string {
  return agent.startsWith("~") ? "~" : agent;
}

/** Time to the first text, from the acceptance of the message on: as long as its sender waited. */
function firstTextMs({ queued_at, trace }: ReportedTurn): number | undefined {
  const step = trace.steps.find(({ first_token_ms }) => first_token_ms !== null);
  if (!step || step.at === null || step.first_token_ms === null) return undefined;
  return Math.max(0, step.at + step.first_token_ms - queued_at);
}

/** The one bucket it falls into: buckets are summed up when they are shown. */
function observed(name: string, ms: number): Sample[] {
  const seconds = ms / 1_000;
  const le = BUCKETS_S.find((bound) => seconds <= bound);
  return [
    sample(`${name}_bucket`, { le: le === undefined ? "+Inf" : String(le) }),
    sample(`${name}_sum`, {}, seconds),
  ];
}

function toolSamples({ trace }: ReportedTurn): Sample[] {
  const counts = new Map<string, number>();
  for (const { name, outcome } of trace.steps.flatMap(({ tools }) => tools)) {
    const labels = JSON.stringify({ tool: name, outcome });
    counts.set(labels, (counts.get(labels) ?? 0) + 1);
  }
  return [...counts].map(([labels, count]) => ["tool_calls_total", labels, count]);
}
