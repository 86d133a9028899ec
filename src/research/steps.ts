/**
 * PaidResult steps of a run. Each has a key made of what it is; one that the journal holds is answered from there and never made
 * again. One that began and was lost with the machine counts at its worst case, and is made again under its next attempt.
 */
import { type Bounds, Budget, type Purse } from "./budget.ts";
import type { Journal, JournalEntry, PaidResult } from "./ports.ts";

/** A step that the machine died of so often is left out. */
const MOST_ATTEMPTS = 3;

export interface Step<T> {
  key: string;
  worst_usd: number;
  purse: Purse;
  /** A model is asked. */
  isCall?: true;
  perform(signal: AbortSignal): Promise<PaidResult<T>>;
  /** The result tells of a failure, which a resumed run tries again. */
  isFailure?(result: T): boolean;
}

export type StepResult<T> = { ok: true; value: T } | { ok: false; why: "budget" | "stopped" };

export class Steps {
  readonly budget: Budget;
  private readonly journal: Journal;
  private readonly onChange: () => void;

  constructor(journal: Journal, bounds: Bounds, onChange: () => void) {
    this.journal = journal;
    this.budget = new Budget(bounds);
    this.onChange = onChange;
    for (const entry of journal.all()) {
      this.budget.spentBefore(costOf(entry));
      if (isCall(entry)) this.budget.call();
    }
  }

  /** Runs a step. Never rejects: one that throws without being stopped is a bug of its port, and ends as `stopped`. */
  async take<T>(step: Step<T>, signal: AbortSignal): Promise<StepResult<T>> {
    const open = this.openAttempt(step.key);
    if (open.entry?.end) return { ok: true, value: open.entry.end.result as T };
    if (signal.aborted || open.key === undefined) return { ok: false, why: "stopped" };
    if (!this.budget.mayReserve(step.worst_usd, step.purse)) return { ok: false, why: "budget" };
    if (step.isCall && !this.budget.mayCall(step.purse)) return { ok: false, why: "budget" };
    return this.perform(open.key, step, signal);
  }

  /** Costs of all steps whose keys begin so. */
  costOf(prefix: string): number {
    return this.journal
      .all()
      .filter(({ key }) => key.startsWith(prefix))
      .reduce((sum, entry) => sum + costOf(entry), 0);
  }

  private openAttempt(base: string): { key?: string; entry?: JournalEntry } {
    let lost = 0;
    for (let attempt = 1; lost < MOST_ATTEMPTS; attempt++) {
      const key = `${base}#${attempt}`;
      const entry = this.journal.get(key);
      if (!entry) return { key };
      if (entry.end && !entry.is_retired) return { key, entry };
      if (!entry.is_retired) lost += 1;
    }
    return {};
  }

  private async perform<T>(key: string, step: Step<T>, signal: AbortSignal): Promise<StepResult<T>> {
    const { worst_usd } = step;
    this.journal.begin(key, worst_usd);
    this.budget.reserve(worst_usd);
    if (step.isCall) this.budget.call();
    this.onChange();
    try {
      const { value, cost_usd } = await beforeStop(step.perform(signal), signal);
      const is_failure = step.isFailure?.(value) ?? false;
      this.journal.end(key, { cost_usd, result: value, is_failure });
      this.budget.settle(worst_usd, cost_usd);
      return { ok: true, value };
    } catch (problem) {
      this.budget.settle(worst_usd, worst_usd);
      if (!signal.aborted) throw problem;
      return { ok: false, why: "stopped" };
    } finally {
      this.onChange();
    }
  }
}

/** A stop does not wait for a port that is slow to hear of it. */
function beforeStop<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error("stopped"));
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

function costOf({ end, worst_usd }: JournalEntry): number {
  return end?.cost_usd ?? worst_usd;
}

/** Calls of models by their keys: a worker's call is named by its turn alone, its tools by the turn and their place in it. */
const CALL = /^(?:plan|(?:write|check|mend):.*|work:[^:]+:\d+)#\d+$/;

function isCall({ key }: JournalEntry): boolean {
  return CALL.test(key);
}
