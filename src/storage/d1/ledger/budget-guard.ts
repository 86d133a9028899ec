/**
 * Budgets for turns, from a cache that is refreshed behind the calls: only the first turn after a pause waits
 * for D1. If no budget is set, this costs one small read in ten seconds.
 *
 * No `SwrCache`: one reading fills two caches, the budgets of all and the payer's own sheet, and that there are
 * no budgets is known for everybody from the first.
 */
import {
  type Budget,
  type BudgetSheet,
  type Estimate,
  overBudget,
  overMessages,
  ownBudgets,
  type Payer,
} from "../../../observability/budgets.ts";
import { type Spend, SpendMeter } from "../../../observability/spend-meter.ts";
import { isClient } from "../../../people/person.ts";
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

export interface AskedCall {
  isFirst: boolean;
  estimate(): Estimate;
}

interface Known<T> {
  value: T;
  read_at: number;
}

export class BudgetGuard {
  private readonly deps: BudgetGuardDeps;
  private readonly meter = new SpendMeter();
  private readonly sheets = new Map<string, BudgetSheet>();
  /** Start time of the background refresh. */
  private readonly renewing = new Map<string, number>();
  private all: Known<Budget[]> | undefined;
  private edits = 0;
  private isCounting = false;

  constructor(deps: BudgetGuardDeps) {
    this.deps = deps;
  }

  /**
   * Ensures that `refusal` has this payer's budgets. Rejects when D1 fails and no recent reading is cached.
   */
  ready(payer: Payer): Promise<void> | undefined {
    const age = this.ageFor(payer);
    if (age < FRESH_MS) return undefined;
    // A Durable Object must not await another object's promise, so each caller reads for itself.
    if (age >= STALE_MS) return this.read(payer);
    this.readBehind(payer);
    return undefined;
  }

  /**
   * The reason why this call may not be made, if there is one. `isFirst`: the first call of its turn, which
   * counts as one message.
   */
  refusal(payer: Payer, { isFirst, estimate }: AskedCall): string | undefined {
    void this.ready(payer)?.catch(() => undefined);
    if (this.isFree(payer)) return undefined;
    const sheet = this.sheets.get(keyOf(payer));
    if (!sheet) return undefined;
    const spent = { sheet, payer, unseen: this.meter.unseenSince(sheet.read_at) };
    const now = this.deps.now();
    const tooMany = isFirst ? overMessages(spent, now) : undefined;
    if (tooMany !== undefined || sheet.lines.length === 0) return tooMany;
    return overBudget(spent, estimate(), now);
  }

  note(spend: Spend): void {
    // Free calls matter only if messages are counted.
    if (spend.cost_usd > 0 || this.isCounting) this.meter.note(spend);
  }

  recorded(ids: readonly string[]): void {
    this.meter.recorded(ids, this.deps.now());
  }

  /** Call it after budgets were edited in this isolate. */
  forget(): void {
    this.edits += 1;
    this.all = undefined;
    this.sheets.clear();
  }

  private ageFor(payer: Payer): number {
    const { all, deps } = this;
    if (!all) return Number.POSITIVE_INFINITY;
    const read_at = this.isFree(payer) ? all.read_at : (this.sheets.get(keyOf(payer))?.read_at ?? 0);
    return deps.now() - read_at;
  }

  /** No budget is set at all: one reading says so for everybody. */
  private isFree(payer: Payer): boolean {
    return this.all?.value.length === 0 && !isLimited(payer);
  }

  /** One refresh at a time per payer. */
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
    const lines = await store.lines([...value, ...ownBudgets(payer)], payer, read_at);
    const isCounted = payer.allowance?.messages_per_day !== undefined;
    this.isCounting ||= isCounted;
    const counted = isCounted ? { messages: await store.messages(payer, read_at) } : {};
    if (edits !== this.edits) return this.readNow(payer);
    this.all = { value, read_at };
    this.sheets.delete(keyOf(payer));
    if (value.length > 0 || isLimited(payer)) this.sheets.set(keyOf(payer), { read_at, lines, ...counted });
    const [oldest] = this.sheets.keys();
    if (this.sheets.size > MOST_SHEETS && oldest !== undefined) this.sheets.delete(oldest);
  }
}

/** An edit of the agent makes it another payer. */
function keyOf({ owner, agent, allowance = {} }: Payer): string {
  const { messages_per_day, spend_per_day_usd, spend_per_month_usd } = allowance;
  return [owner, agent, messages_per_day, spend_per_day_usd, spend_per_month_usd].join(" ");
}

function isLimited(payer: Payer): boolean {
  if (isClient(payer.owner)) return true;
  return payer.allowance?.messages_per_day !== undefined || ownBudgets(payer).length > 0;
}
