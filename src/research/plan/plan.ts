/** The plan of a run: steps that people strike, add, reword and move, also while it is carried out. */
import type { Place } from "../ports.ts";

/** `unreached`: the run ended before it. */
export type StepState = "open" | "running" | "done" | "struck" | "failed" | "unreached";

export interface PlanStep {
  id: string;
  question: string;
  places: Place[];
  state: StepState;
  by: "model" | "person" | "gap";
  cost_usd: number;
  sources: number;
  notes: number;
  /** Reason why it failed, or what it did not find. */
  remark?: string;
}

export type PlanEdit =
  | { op: "add"; question: string; places?: Place[] }
  | { op: "strike"; id: string }
  | { op: "reword"; id: string; question: string }
  /** Null: behind all others. */
  | { op: "move"; id: string; before: string | null };

/** The plan as it is stored. */
export interface StoredPlan {
  steps: PlanStep[];
  is_made: boolean;
  is_approved: boolean;
  clarification?: string;
  /** A person's answer to the clarifying question; null: skipped. */
  answer?: string | null;
  planned_usd: number;
}

/** The plan for looking everything up again: steps that closed gaps come anew where there are gaps. */
export function planAnew(stored: StoredPlan): StoredPlan {
  const steps = stored.steps
    .filter(({ by, state }) => by !== "gap" && state !== "struck")
    .map(({ remark: _old, ...step }) => ({
      ...step,
      state: "open" as const,
      cost_usd: 0,
      sources: 0,
      notes: 0,
    }));
  return { ...stored, steps, is_approved: true, answer: stored.answer ?? null };
}

export const NO_PLAN: StoredPlan = { steps: [], is_made: false, is_approved: false, planned_usd: 0 };
const MOST_STEPS = 30;

export class Plan {
  readonly stored: StoredPlan;
  private readonly save: (stored: StoredPlan) => void;
  private readonly running = new Map<string, AbortController>();
  private readonly listeners = new Set<() => void>();

  /** `save` is durable when it returns. Steps that were under way are open again. */
  constructor(stored: StoredPlan, save: (stored: StoredPlan) => void) {
    this.stored = structuredClone(stored);
    this.save = save;
    for (const step of this.stored.steps)
      if (step.state !== "struck") Object.assign(step, { state: "open" satisfies StepState });
  }

  get steps(): readonly PlanStep[] {
    return this.stored.steps;
  }

  step(id: string): PlanStep | undefined {
    return this.stored.steps.find((step) => step.id === id);
  }

  /** Does nothing when a step with that id is there. */
  add(step: Pick<PlanStep, "id" | "question" | "places" | "by">): void {
    if (this.step(step.id) || this.steps.length >= MOST_STEPS) return;
    this.stored.steps.push({ ...step, state: "open", cost_usd: 0, sources: 0, notes: 0 });
    this.changed();
  }

  change(id: string, change: Partial<PlanStep>): void {
    const step = this.step(id);
    // A struck step stays struck, whatever its worker still says.
    if (!step || step.state === "struck") return;
    Object.assign(step, change);
    this.changed();
  }

  set(change: Partial<Omit<StoredPlan, "steps">>): void {
    Object.assign(this.stored, change);
    this.changed();
  }

  /** Undefined: done; else the reason why not, for people. */
  edit(edit: PlanEdit): string | undefined {
    if (edit.op === "add") return this.addWish(edit);
    const step = this.step(edit.id);
    if (!step || step.state === "struck") return `The plan has no step ${edit.id}.`;
    if (edit.op === "move") return this.move(step, edit.before);
    if (edit.op === "reword") return this.reword(step, edit.question);
    this.strike(step);
    return undefined;
  }

  /** The signal of a step's worker, which aborts when the step is struck. */
  begin(id: string): AbortSignal {
    const control = new AbortController();
    this.running.set(id, control);
    this.change(id, { state: "running" });
    return control.signal;
  }

  finish(id: string, change: Partial<PlanStep>): void {
    this.running.delete(id);
    this.change(id, change);
  }

  /** Resolves at the next change. */
  nextChange(): Promise<void> {
    return new Promise((resolve) => {
      const hear = () => {
        this.listeners.delete(hear);
        resolve();
      };
      this.listeners.add(hear);
    });
  }

  private strike(step: PlanStep): void {
    this.running.get(step.id)?.abort();
    step.state = "struck";
    this.changed();
  }

  /** The new words are a step of their own in the place of the old one: what that one noted is not theirs. */
  private reword(step: PlanStep, question: string): string | undefined {
    const problem = this.addWish({ question, places: step.places });
    if (problem !== undefined) return problem;
    const added = this.stored.steps.at(-1);
    if (added) this.move(added, step.id);
    this.strike(step);
    return undefined;
  }

  private move(step: PlanStep, before: string | null): string | undefined {
    const others = this.steps.filter((other) => other !== step);
    const at = before === null ? others.length : others.findIndex(({ id }) => id === before);
    if (at < 0) return `The plan has no step ${before}.`;
    this.stored.steps = others.toSpliced(at, 0, step);
    this.changed();
    return undefined;
  }

  private addWish({ question, places = [] }: { question: string; places?: Place[] }): string | undefined {
    if (this.steps.length >= MOST_STEPS) return `A plan has ${MOST_STEPS} steps at most.`;
    const own = this.steps.filter(({ by }) => by === "person").length;
    this.add({ id: `a${own + 1}`, question, places, by: "person" });
    return undefined;
  }

  private changed(): void {
    this.save(this.stored);
    for (const hear of [...this.listeners]) hear();
  }
}
