/** Second phase: workers look up the steps of the plan, some at once; then gaps are looked up again. */
import { contradictionsIn } from "../evidence/contradictions.ts";
import type { Note } from "../evidence/ledger.ts";
import type { PlanStep } from "../plan/plan.ts";
import type { Stage } from "./stage.ts";
import { runWorker } from "./worker.ts";

const MOST_WORKERS = 5;

export async function gather(stage: Stage): Promise<void> {
  await carryOut(stage);
  for (let round = 1; round <= stage.order.gap_rounds; round++) {
    const gaps = gapsIn(stage, round);
    if (gaps.length === 0 || stage.gathering.aborted) break;
    for (const gap of gaps) stage.plan.add(gap);
    await carryOut(stage);
  }
  for (const { id, state } of stage.plan.steps)
    if (state === "open" || state === "running") stage.plan.change(id, { state: "unreached" });
}

/** Notes of the steps that stand. */
export function standingNotes({ ledger, plan }: Pick<Stage, "ledger" | "plan">): Note[] {
  return ledger.notes.filter((note) => plan.step(note.step_id)?.state !== "struck");
}

/** Carries out all open steps, also those that are added meanwhile. Ends at once when gathering is stopped. */
async function carryOut(stage: Stage): Promise<void> {
  const { plan, gathering } = stage;
  const running = new Set<Promise<void>>();
  while (!gathering.aborted || running.size > 0) {
    const next = gathering.aborted ? undefined : plan.steps.find(({ state }) => state === "open");
    if (next && running.size < MOST_WORKERS) {
      const work = carryOutStep(stage, next).finally(() => running.delete(work));
      running.add(work);
      continue;
    }
    if (running.size === 0) return;
    await Promise.race([...running, plan.nextChange()]);
  }
}

async function carryOutStep(stage: Stage, step: PlanStep): Promise<void> {
  const { plan, gathering, steps } = stage;
  const signal = AbortSignal.any([gathering, plan.begin(step.id)]);
  const outcome = await runWorker(stage, step, signal);
  plan.finish(step.id, { ...outcome, cost_usd: steps.costOf(`work:${step.id}:`) });
}

/** Steps without a note, and notes that contradict each other, as further steps. */
function gapsIn(
  { plan, ledger, ports }: Stage,
  round: number,
): Pick<PlanStep, "id" | "question" | "places" | "by">[] {
  const of = round === 1 ? "" : `g${round - 1}-`;
  const empty = plan.steps.filter(
    ({ id, state, notes, by }) =>
      state === "done" && notes === 0 && (round === 1 ? by !== "gap" : id.startsWith(of)),
  );
  const clashes = round === 1 ? contradictionsIn(standingNotes({ plan, ledger })).slice(0, 3) : [];
  return [
    ...empty.map(({ id, question, places }) => ({
      id: `g${round}-${id}`,
      question,
      places,
      by: "gap" as const,
    })),
    ...clashes.map(({ one, other }) => ({
      id: `g${round}-${one}-${other}`,
      question: `Which is right? "${ledger.note(one)?.claim}" or "${ledger.note(other)?.claim}"`,
      places: [...ports.outside.places()],
      by: "gap" as const,
    })),
  ];
}
