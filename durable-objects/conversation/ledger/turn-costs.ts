/** The bill of a turn: its ledger rows and their sums. */
import { INTERRUPTED } from "../../../src/domain/ledger.ts";
import { addUsage, NO_USAGE, type Usage } from "../../../src/domain/message.ts";
import type { Meta } from "../rows/meta.ts";
import type { CostRow } from "../rows/schema/stored-json.ts";
import type { TurnRow } from "../rows/turns/turns.ts";
import type { LedgerDeps } from "./ports.ts";
import type { Ending } from "./turn-life.ts";

/** Usage and cost of a turn's calls. */
export interface TurnSpending {
  rows: CostRow[];
  usage: Usage;
  cost_usd: number | null;
}

/** One row per recorded step. */
export function costRows(
  { row, steps, life }: Pick<Ending, "row" | "steps" | "life">,
  agent: string,
): CostRow[] {
  return steps.map(({ reply }) => ({
    id: `${row.id}:${reply.step}`,
    at: life.startedAt,
    turn_id: row.id,
    agent,
    model: reply.model,
    usage: reply.usage,
    cost_usd: reply.cost_usd,
    ...(reply.cost_by && { cost_by: reply.cost_by }),
    ...paidBy(row),
  }));
}

/** Includes a call whose reply was not kept, if there was one. */
export function spendingOf(ending: Ending, now: number): TurnSpending {
  const { row, turn, steps, outcome } = ending;
  const agent = turn?.agent.slug ?? row.agent ?? "";
  const rows = costRows(ending, agent);
  const extra = outcome.spent;
  if (extra) {
    const { estimated, ...spent } = extra;
    rows.push({
      id: `${row.id}:${steps.length + 1}`,
      at: now,
      turn_id: row.id,
      agent,
      ...spent,
      ...(estimated && { purpose: INTERRUPTED }),
      ...paidBy(row),
    });
  }
  return {
    rows,
    usage: usageOf(rows),
    cost_usd: totalCost(rows),
  };
}

export function usageOf(rows: readonly Pick<CostRow, "usage">[]): Usage {
  return rows.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE);
}

/** Null when the price of any call is unknown: a partial sum would mislead. */
function totalCost(rows: readonly CostRow[]): number | null {
  let total = 0;
  for (const row of rows) {
    if (row.cost_usd === null) return null;
    total += row.cost_usd;
  }
  return total;
}

/** Tells the budgets about costs before the ledger has them. */
export function noteCosts({ store, ports }: LedgerDeps, costs: readonly CostRow[]): void {
  const on_behalf_of = inWhoseName(store.meta);
  for (const { id, at, agent, cost_usd, payer: owner = store.meta.owner } of costs)
    ports.budgets.note({ id, at, owner, agent, on_behalf_of, cost_usd: cost_usd ?? 0 });
}

/** Agents for whom the conversation works: their budgets pay as well. */
export function inWhoseName({ parent }: Pick<Meta, "parent">): readonly string[] {
  return parent?.mandate?.on_behalf_of ?? [];
}

/** The payer, when it is not the owner. */
export function paidBy({ payer }: Pick<TurnRow, "payer">): Pick<CostRow, "payer"> {
  return payer === null ? {} : { payer };
}
