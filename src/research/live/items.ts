/** A run as its events tell it: items by their keys, each told again when it has changed. */
import type { PlanStep } from "../plan/plan.ts";
import type { RunView, Spend } from "../run.ts";
import type { SeenRun } from "../stored.ts";
import { planTold, reportTold, sourceTold } from "./told.ts";

export type ItemType = "plan" | "step" | "source" | "note" | "report" | "state";

export interface Item {
  key: string;
  type: ItemType;
  /** Differs when the item has to be told again. */
  print: string;
  data: object;
}

/** Items of a run. `state` is the last: whoever reads of an end there has read the report. */
export function itemsOf(run: SeenRun): Item[] {
  const { view, edition } = run;
  if (!view) return [stateItem(run)];
  return [
    planItem(view),
    ...view.plan.map(stepItem),
    ...view.sources.map((source) => printed("source", `source:${source.id}`, sourceTold(source))),
    ...view.notes.map((note) => printed("note", `note:${note.id}`, { ...note, is_dropped: false })),
    ...(view.report ? [reportItem(view, view.report, edition)] : []),
    stateItem(run),
  ];
}

/** Items that were told and are gone, as they are told for the last time. */
export function goneItems(told: readonly Item[], { view, edition }: SeenRun): Item[] {
  if (!view) return [];
  const struck = new Set(view.plan.filter(({ state }) => state === "struck").map(({ id }) => id));
  return told.flatMap((item) => {
    if (item.type === "report" && !view.report)
      return [printed("report", "report", { edition, report: null, contradictions: [] })];
    const step = item.type === "note" && "step_id" in item.data ? item.data.step_id : undefined;
    const isDropped = typeof step === "string" && struck.has(step);
    return isDropped ? [{ ...item, print: "dropped", data: { ...item.data, is_dropped: true } }] : [];
  });
}

/** The item as others see it who may read the run's conversation. Undefined: not at all. */
export function readersItem(item: Item): Item | undefined {
  if (item.type === "note") return undefined;
  if (item.type === "source" && !isOfWeb(item.data)) return undefined;
  return item.type === "report" ? { ...item, data: { ...item.data, contradictions: [] } } : item;
}

function isOfWeb(data: object): boolean {
  return "address" in data && /^https?:\/\//.test(String(data.address));
}

/** Told again when steps come, move or are reworded: what changes within a step is told by the step. */
function planItem(view: RunView): Item {
  const data = planTold(view);
  const print = JSON.stringify([data.steps.map(({ id, question }) => [id, question]), data.clarification]);
  return { key: "plan", type: "plan", print, data };
}

function stepItem(step: PlanStep): Item {
  return printed("step", `step:${step.id}`, { ...step, remark: step.remark ?? null });
}

function reportItem(
  { contradictions }: RunView,
  report: NonNullable<RunView["report"]>,
  edition: number,
): Item {
  const pairs = contradictions.map(({ one, other }) => [one, other]);
  return printed("report", "report", { edition, report: reportTold(report), contradictions: pairs });
}

function stateItem({ init, view, edition, started_at, ended_at }: SeenRun): Item {
  const nothing: Spend = {
    ceiling_usd: init.order.ceiling_usd,
    spent_usd: 0,
    reserved_usd: 0,
    planned_usd: 0,
  };
  return printed("state", "state", {
    state: view?.state ?? "running",
    phase: view?.phase ?? "plan",
    edition,
    spend: view?.spend ?? nothing,
    ended_by: view?.ended_by ?? [],
    started_at: new Date(started_at).toISOString(),
    ended_at: ended_at === null ? null : new Date(ended_at).toISOString(),
  });
}

function printed(type: ItemType, key: string, data: object): Item {
  return { key, type, print: JSON.stringify(data), data };
}
