/**
 * Budgets as turns ask for them: from memory, renewed behind the calls, so that no turn waits for D1 but the first one
 * after a pause. Where no budget is set, that is one small read in ten seconds.
 */
import {
  type Budget,
  type BudgetSheet,
  type Estimate,
  overBudget,
  type Payer,
} from "../../../observability/budgets.ts";
import { type Spend, SpendMeter } from "../../../observability/spend-meter.ts";
import type { BudgetStore } from "./budgets.ts";

/** How long another isolate's spending and edits may go unseen here. */
const FRESH_MS = 10_000;
const STALE_MS = 60_000;
const MOST_SHEETS = 1_000;

export interface BudgetGuardDeps {
  store: BudgetStore;
  now(): number;
  onFailure(problem: unknown): void;
}

interface Known<T> {
  value: T;
  read_at: number;
}

export class BudgetGuard {
  private readonly deps: BudgetGuardDeps;
  private readonly meter = new SpendMeter();
  private readonly sheets = new Map<string, BudgetSheet>();
  /** When the reading that nobody waits for began. */
  private readonly renewing = new Map<string, number>();
  private all: Known<Budget[]> | undefined;
  private edits = 0;

  constructor(deps: BudgetGuardDeps) {
    this.deps = deps;
  }

  /** Sees to it that `refusal` knows this payer's budgets. Rejects when D1 does and nothing recent is known. */
  ready(payer: Payer): Promise<void> | undefined {
    const age = this.ageFor(payer);
    if (age < FRESH_MS) return undefined;
    // An object must not await a promise of another object: each caller makes its own read.
    if (age >= STALE_MS) return this.read(payer);
    this.readBehind(payer);
    return undefined;
  }

  /** Why this call may not be made, if so. */
  refusal(payer: Payer, estimate: () => Estimate): string | undefined {
    void this.ready(payer)?.catch(() => undefined);
    if (this.all?.value.length === 0) return undefined;
    const sheet = this.sheets.get(keyOf(payer));
    if (!sheet || sheet.lines.length === 0) return undefined;
    const unseen = this.meter.unseenSince(sheet.read_at);
    return overBudget({ sheet, payer, unseen }, estimate(), this.deps.now());
  }

  note(spend: Spend): void {
    this.meter.note(spend);
  }

  recorded(ids: readonly string[]): void {
    this.meter.recorded(ids, this.deps.now());
  }

  /** Budgets were edited here. */
  forget(): void {
    this.edits += 1;
    this.all = undefined;
    this.sheets.clear();
  }

  private ageFor(payer: Payer): number {
    const { all, deps } = this;
    if (!all) return Number.POSITIVE_INFINITY;
    const read_at = all.value.length === 0 ? all.read_at : (this.sheets.get(keyOf(payer))?.read_at ?? 0);
    return deps.now() - read_at;
  }

  /** One reading of a payer at a time. */
  private readBehind(payer: Payer): void {
    const { now } = this.deps;
    const key = keyOf(payer);
    if (now() - (this.renewing.get(key) ?? 0) < FRESH_MS) return;
    this.renewing.set(key, now());
    const done = () => void this.renewing.delete(key);
    this.read(payer).then(done, done);
  }

  private async read(payer: Payer): Promise<void> {
    try {
      await this.readNow(payer);
    } catch (problem) {
      this.deps.onFailure(problem);
      throw problem;
    }
  }

  private async readNow(payer: Payer): Promise<void> {
    const { store, now } = this.deps;
    const { edits } = this;
    const read_at = now();
    const value = await store.list();
    const lines = await store.lines(value, payer, read_at);
    if (edits !== this.edits) return this.readNow(payer);
    this.all = { value, read_at };
    this.sheets.delete(keyOf(payer));
    if (value.length > 0) this.sheets.set(keyOf(payer), { read_at, lines });
    const [oldest] = this.sheets.keys();
    if (this.sheets.size > MOST_SHEETS && oldest !== undefined) this.sheets.delete(oldest);
  }
}

function keyOf({ owner, agent }: Payer): string {
  return `${owner} ${agent}`;
}
