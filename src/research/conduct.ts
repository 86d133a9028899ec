/**
 * Conducts a run from its beginning or from where it was killed: what the journal holds is answered from there. Ends with a
 * report whatever happens, or waits for a person.
 */
import type { Bounds } from "./budget.ts";
import { contradictionsIn } from "./evidence/contradictions.ts";
import { Ledger } from "./evidence/ledger.ts";
import { checkReport } from "./phases/check.ts";
import { gather, standingNotes } from "./phases/gather.ts";
import { makePlan } from "./phases/planning.ts";
import type { Stage } from "./phases/stage.ts";
import { knownFromJournal } from "./phases/worker-tools.ts";
import { writeReport } from "./phases/write.ts";
import type { Plan } from "./plan/plan.ts";
import type { ResearchPorts } from "./ports.ts";
import { changesSince, type EarlierReport, statementsOf } from "./report/changes.ts";
import { citedReport, renderReport } from "./report/render.ts";
import { type Line, linesOf, sentencesIn } from "./report/sentence.ts";
import {
  type EndedBy,
  MOST_CALLS,
  type Phase,
  type ResearchOrder,
  type ResearchReport,
  type RunState,
  type RunView,
} from "./run.ts";
import { Steps } from "./steps.ts";

export interface Conductor {
  order: ResearchOrder;
  ports: ResearchPorts;
  plan: Plan;
  /** Ends gathering; `reason` is an `EndedBy`. */
  gathering: AbortSignal;
  /** Ends every model call. */
  writing: AbortSignal;
  edition: number;
  /** Absent: it is the first edition. */
  earlier?: EarlierReport | undefined;
  /** Takes the run's state after each change, often. */
  onChange(view: () => RunView): void;
}

/** Undefined: the run waits for a person. */
export async function conduct(conductor: Conductor): Promise<ResearchReport | undefined> {
  let phase: Phase = "plan";
  let report: ResearchReport | undefined;
  const stage = stageOf(conductor, () => changed());
  const view = (state: RunState = "running") => viewOf(stage, { phase, state, report });
  const changed = () => conductor.onChange(view);
  const enter = (next: Phase) => {
    phase = next;
    changed();
  };
  knownFromJournal(stage);
  if ((await makePlan(stage)) === "waiting" && !stage.gathering.aborted) {
    conductor.onChange(() => view("waiting"));
    return undefined;
  }
  enter("gather");
  await gather(stage);
  if (stage.gathering.aborted) stage.endedBy.add(reasonOf(stage.gathering));
  enter("write");
  const written = await writeReport(stage);
  enter("check");
  const lines = written === undefined ? undefined : linesOf(written).lines;
  if (lines) await checkReport(stage, sentencesIn(lines));
  report = reportOf(stage, lines, conductor.earlier);
  phase = "report";
  const state = stage.endedBy.has("halt") ? "halted" : "completed";
  conductor.onChange(() => view(state));
  return report;
}

function stageOf(
  { order, ports, plan, gathering, writing, edition }: Conductor,
  onChange: () => void,
): Stage {
  return {
    order,
    ports,
    plan,
    gathering,
    writing,
    edition,
    ledger: new Ledger(ports.texts),
    pages: new Map(),
    steps: new Steps(ports.journal, boundsOf(order, ports), onChange),
    endedBy: new Set(),
  };
}

function boundsOf(
  { ceiling_usd, most_calls = MOST_CALLS }: ResearchOrder,
  { outside }: ResearchPorts,
): Bounds {
  return outside.isPriced() ? { ceiling_usd } : { ceiling_usd, most_calls };
}

function reasonOf({ reason }: AbortSignal): EndedBy {
  return reason === "time" ? "time" : "halt";
}

function reportOf(
  stage: Stage,
  lines: Line[] | undefined,
  earlier: EarlierReport | undefined,
): ResearchReport {
  const { ledger, plan, order, endedBy } = stage;
  const notes = standingNotes(stage);
  const sentences = lines ? sentencesIn(lines) : [];
  const is_written = lines !== undefined;
  const statements = statementsOf({ sentences, is_written }, notes);
  const draft = {
    question: order.question,
    lines,
    notes,
    sources: ledger.sources,
    unsupported: order.unsupported,
    contradictions: contradictionsIn(notes),
    plan: plan.steps,
    endedBy: [...endedBy],
    changes: earlier && changesSince(earlier, { statements, sources: ledger.sources }),
  };
  const ended_by = draft.endedBy;
  return {
    markdown: renderReport(draft),
    cited: citedReport(draft),
    sentences,
    ended_by,
    is_written,
  };
}

function viewOf(
  stage: Stage,
  { phase, state, report }: { phase: Phase; state: RunState; report: ResearchReport | undefined },
): RunView {
  const { plan, ledger, steps, order, endedBy } = stage;
  const { clarification, answer } = plan.stored;
  const notes = standingNotes(stage);
  return {
    phase,
    state,
    plan: plan.steps.map((step) => ({ ...step })),
    ...(clarification !== undefined && answer === undefined && { clarification }),
    sources: [...ledger.sources],
    notes,
    contradictions: contradictionsIn(notes),
    spend: {
      ceiling_usd: order.ceiling_usd,
      spent_usd: steps.budget.spent_usd,
      reserved_usd: steps.budget.reserved_usd,
      planned_usd: plan.stored.planned_usd,
      ...(steps.budget.calls && { calls: steps.budget.calls }),
    },
    ended_by: [...endedBy],
    ...(report && { report }),
  };
}
