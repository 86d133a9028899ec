/** Budgets in D1, with their spending according to the ledger. */
import { and, eq, gte, inArray, or, sql } from "drizzle-orm";
import {
  appliesTo,
  type Budget,
  type BudgetLine,
  type BudgetPeriod,
  type BudgetScope,
  beginningOf,
  type Payer,
} from "../../../observability/budgets.ts";
import { isClient } from "../../../people/person.ts";
import type { Database } from "../database.ts";
import type { OwnedRows } from "../people/owned-rows.ts";
import { budgets } from "../schema/budgets.ts";
import { clients } from "../schema/clients.ts";
import { costs } from "../schema/core.ts";

/** Budgets of one person. */
export const personBudgets: OwnedRows = {
  table: budgets,
  of: (person) => and(eq(budgets.scope, "user"), eq(budgets.key, person)),
};

export class BudgetStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async list(): Promise<Budget[]> {
    const rows = await this.db.select().from(budgets).orderBy(budgets.scope, budgets.key, budgets.period);
    return rows.map(({ scope, key, period, limit_usd }) => ({
      scope: scope as BudgetScope,
      key,
      period: period as BudgetPeriod,
      limit_usd,
    }));
  }

  async put(budget: Budget, now: number): Promise<void> {
    const row = { ...budget, updated_at: now };
    await this.db
      .insert(budgets)
      .values(row)
      .onConflictDoUpdate({ target: [budgets.scope, budgets.key, budgets.period], set: row });
  }

  /** Returns false if there was none. */
  async remove({ scope, key, period }: Omit<Budget, "limit_usd">): Promise<boolean> {
    const gone = await this.db
      .delete(budgets)
      .where(and(eq(budgets.scope, scope), eq(budgets.key, key), eq(budgets.period, period)))
      .returning();
    return gone.length > 0;
  }

  /** The given budgets that apply to the payer, each with its spending since its period began. */
  async lines(all: readonly Budget[], payer: Payer, now: number): Promise<BudgetLine[]> {
    const kept = isClient(payer.owner) ? await this.keptClient(payer.owner) : undefined;
    const own = [...all, ...(kept ? ownOf(payer.owner, kept) : [])];
    const held: Held[] = own
      .filter((budget) => appliesTo(budget, payer))
      .map((budget) => ({ budget, payer }));
    if (kept) held.push(...keepersOf(all, { ...payer, owner: kept.owner }));
    return Promise.all(
      held.map(async ({ budget, payer: by, keeper }) => ({
        ...budget,
        spent_usd: await this.spent(budget, by, now),
        ...(keeper !== undefined && { keeper }),
      })),
    );
  }

  private async keptClient(id: string): Promise<KeptClient | undefined> {
    const { owner, spend_per_day_usd, spend_per_month_usd } = clients;
    const [row] = await this.db
      .select({ owner, spend_per_day_usd, spend_per_month_usd })
      .from(clients)
      .where(eq(clients.id, id));
    return row;
  }

  /** Number of the payer's turns that the agent has answered today. */
  async messages({ owner, agent }: Payer, now: number): Promise<number> {
    const isToday = gte(costs.at, beginningOf("day", now));
    const rows = await this.db
      .select({ messages: sql<number>`count(DISTINCT ${costs.turn_id})` })
      .from(costs)
      .where(and(eq(costs.owner, owner), isToday, eq(costs.agent, agent), eq(costs.purpose, "turn")));
    return rows[0]?.messages ?? 0;
  }

  /** US dollars of the calls with a known price. */
  async spent({ scope, period }: Budget, { owner, agent }: Payer, now: number): Promise<number> {
    const isAgents = or(eq(costs.agent, agent), sql`instr(${costs.on_behalf_of}, ${`,${agent},`}) > 0`);
    // A person pays for the clients whom they keep.
    const kept = this.db.select({ id: clients.id }).from(clients).where(eq(clients.owner, owner));
    const whose = {
      user: or(eq(costs.owner, owner), inArray(costs.owner, kept)),
      agent: isAgents,
      instance: undefined,
    };
    const rows = await this.db
      .select({ spent: sql<number>`coalesce(sum(${costs.cost_usd}), 0)` })
      .from(costs)
      .where(and(gte(costs.at, beginningOf(period, now)), whose[scope]));
    return rows[0]?.spent ?? 0;
  }
}

type KeptClient = Pick<typeof clients.$inferSelect, "owner" | "spend_per_day_usd" | "spend_per_month_usd">;

/** A budget that applies to a call, and the payer whose spending counts against it. */
interface Held {
  budget: Budget;
  payer: Payer;
  keeper?: string;
}

/** The client's own budgets, set by its keeper. */
function ownOf(key: string, { spend_per_day_usd: day, spend_per_month_usd: month }: KeptClient): Budget[] {
  const own = { scope: "user", key } as const;
  return [
    ...(day === null ? [] : [{ ...own, period: "day", limit_usd: day } as const]),
    ...(month === null ? [] : [{ ...own, period: "month", limit_usd: month } as const]),
  ];
}

/** A client's calls count against its keeper's budgets too, so nobody gets more by keeping clients. */
function keepersOf(all: readonly Budget[], payer: Payer): Held[] {
  const own = all.filter((budget) => budget.scope === "user" && appliesTo(budget, payer));
  return own.map((budget) => ({ budget, payer, keeper: payer.owner }));
}
