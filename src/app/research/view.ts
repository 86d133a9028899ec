/** A run as the API shows it. */

import type { ResearchShape } from "../../contract/agents/research.ts";
import type { SchemaOutput } from "../../contract/schema.ts";
import { planTold, reportTold, sourceTold } from "../../research/live/told.ts";
import type { RunView } from "../../research/run.ts";
import type { SeenRun } from "../../research/stored.ts";

type Shown = SchemaOutput<typeof ResearchShape>;

export function researchView({ init, view, edition, started_at, ended_at }: SeenRun): Shown {
  const { id, agent, model, conversation_id, order, created_at } = init;
  const seen = view ?? beforeItBegins(order.ceiling_usd);
  return {
    id,
    agent,
    model,
    conversation_id,
    question: order.question,
    edition,
    phase: seen.phase,
    state: seen.state,
    plan: planTold(seen),
    sources: seen.sources.map(sourceTold),
    notes: seen.notes,
    contradictions: seen.contradictions.map(({ one, other }) => [one, other]),
    spend: seen.spend,
    ended_by: seen.ended_by,
    report: seen.report ? reportTold(seen.report) : null,
    may_steer: true,
    created_at: iso(created_at),
    started_at: iso(started_at),
    ended_at: ended_at === null ? null : iso(ended_at),
  };
}

/** A run as others see it who may read its conversation: without what was quoted, and from pages of the web alone. */
export function readersView(run: SeenRun): Shown {
  const whole = researchView(run);
  const sources = whole.sources.filter(({ address }) => /^https?:\/\//.test(address));
  return { ...whole, may_steer: false, notes: [], contradictions: [], sources };
}

function beforeItBegins(ceiling_usd: number): RunView {
  return {
    phase: "plan",
    state: "running",
    plan: [],
    sources: [],
    notes: [],
    contradictions: [],
    spend: { ceiling_usd, spent_usd: 0, reserved_usd: 0, planned_usd: 0 },
    ended_by: [],
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
