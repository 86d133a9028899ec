/** Edits of a plan, as the person makes them in its list. */
import type { PlanEdit } from "../../../api/conversations/research.ts";
import type { Step } from "./standing.ts";

/** Most characters of a step, as the API takes it. */
export const LONGEST_STEP = 500;

/** Whether the step can still be changed: it is stopped at once where it is under way. */
export function isOpen({ state }: Step): boolean {
  return state === "open" || state === "running";
}

/** Undefined: it stands at that end already, or is under way. */
export function moveOf(steps: readonly Step[], id: string, by: -1 | 1): PlanEdit | undefined {
  const open = steps.filter(({ state }) => state === "open");
  const at = open.findIndex((step) => step.id === id);
  const beyond = open[at + by];
  if (at < 0 || beyond === undefined) return undefined;
  return { op: "move", id, before: by < 0 ? beyond.id : (open[at + 2]?.id ?? null) };
}

/** Undefined: nothing would change. */
export function rewordingOf(step: Step, words: string): PlanEdit | undefined {
  const question = words.trim();
  return question === "" || question === step.question ? undefined : { op: "reword", id: step.id, question };
}
