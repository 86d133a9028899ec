/** Ends and questions of turns, as the after-work keeps them for webhooks, exporters and counters. */
import type { StepRecord } from "../../../src/agent/turn.ts";
import type { MessageId } from "../../../src/domain/ids.ts";
import type { TurnHappening } from "../../../src/domain/webhook.ts";
import type { EndedTurn } from "../../../src/observability/log-turn.ts";
import type { ReportedTurn } from "../../../src/observability/reported-turn.ts";
import type { TurnRow } from "../rows/turns/turns.ts";
import type { Ending } from "./turn-life.ts";

export function turnEnded(
  { row, turn, outcome }: Ending,
  { asked, answer }: { asked: MessageId[]; answer: MessageId },
  at: number,
): TurnHappening {
  const agent = turn?.agent.slug ?? "";
  const error = outcome.status === "failed" && { error: outcome.error };
  return { type: "turn.ended", at, turn_id: row.id, agent, status: outcome.status, asked, answer, ...error };
}

export function reportedTurn(
  { row, outcome }: Ending,
  ended: EndedTurn & Pick<ReportedTurn, "asked" | "answer">,
  ended_at: number,
): ReportedTurn {
  const { channel, traceparent } = row.source;
  return {
    ...ended,
    channel,
    queued_at: row.created_at,
    ended_at,
    ...(outcome.status === "failed" && { error: outcome.error }),
    ...(traceparent !== undefined && { traceparent }),
  };
}

/** Empty for a turn that waits for no person. */
export function turnAsked(
  { id }: TurnRow,
  { agent, steps }: { agent: string; steps: readonly StepRecord[] },
  at: number,
): TurnHappening[] {
  const calls = steps.at(-1)?.calls ?? [];
  const settled = new Set(calls.flatMap((call) => (call.state === "settled" ? [call.call_id] : [])));
  const asking = calls.flatMap((call) =>
    call.state === "parked" && isForPerson(call) ? [call.call_id] : [],
  );
  const call_ids = [...new Set(asking)].filter((call) => !settled.has(call));
  return call_ids.length > 0 ? [{ type: "question.asked", at, turn_id: id, agent, call_ids }] : [];
}

function isForPerson({ parked }: Extract<StepRecord["calls"][number], { state: "parked" }>): boolean {
  return parked.kind === "question" || parked.kind === "approval";
}
