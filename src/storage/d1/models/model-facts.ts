/** What is known of accounts and models beyond the catalog: what accounts reach and were billed, and prices that were entered. */
import { eq, gte, sql } from "drizzle-orm";
import type { Spent } from "../../../providers/accounts.ts";
import type { PriceTier } from "../../../providers/catalog/schema.ts";
import type { Database } from "../database.ts";
import { accountModels, accountSpend, modelPrices } from "../schema/accounts.ts";

export interface Facts {
  reaches: Map<string, readonly string[]>;
  prices: Map<string, PriceTier>;
}

/** US dollars for a million tokens. */
export interface EnteredPrice {
  input: number;
  output: number;
  /** Of tokens that the provider has cached; absent: as input. */
  cache_read?: number | undefined;
  cache_write?: number | undefined;
}

export interface AccountSpending {
  calls: number;
  unpriced_calls: number;
  cost_usd: number;
}

/** Rejects when D1 does. */
export async function readFacts(db: Database): Promise<Facts> {
  const [models, prices] = await Promise.all([
    db.select().from(accountModels),
    db.select().from(modelPrices),
  ]);
  return {
    reaches: new Map(models.map((row) => [row.account_id, JSON.parse(row.models) as string[]])),
    prices: new Map(prices.map((row) => [row.model, tierOf(row)])),
  };
}

export async function writeReach(
  db: Database,
  { account_id, models, at }: { account_id: string; models: readonly string[]; at: number },
): Promise<void> {
  const row = { account_id, models: JSON.stringify(models), updated_at: at };
  await db
    .insert(accountModels)
    .values(row)
    .onConflictDoUpdate({ target: accountModels.account_id, set: row });
}

/** Null takes it back. */
export async function writePrice(
  db: Database,
  { model, price, at }: { model: string; price: EnteredPrice | null; at: number },
): Promise<void> {
  if (price === null) {
    await db.delete(modelPrices).where(eq(modelPrices.model, model));
    return;
  }
  const { input, output, cache_read = null, cache_write = null } = price;
  const row = { model, input, output, cache_read, cache_write, updated_at: at };
  await db.insert(modelPrices).values(row).onConflictDoUpdate({ target: modelPrices.model, set: row });
}

export async function writeSpent(db: Database, account_id: string, { at, cost_usd }: Spent): Promise<void> {
  const unpriced = cost_usd === null ? 1 : 0;
  const row = { account_id, day: dayOf(at), calls: 1, unpriced_calls: unpriced, cost_usd: cost_usd ?? 0 };
  await db
    .insert(accountSpend)
    .values(row)
    .onConflictDoUpdate({
      target: [accountSpend.account_id, accountSpend.day],
      set: {
        calls: sql`${accountSpend.calls} + 1`,
        unpriced_calls: sql`${accountSpend.unpriced_calls} + ${unpriced}`,
        cost_usd: sql`${accountSpend.cost_usd} + ${row.cost_usd}`,
      },
    });
}

/** By account, since the first of that day's month (UTC). */
export async function readSpending(db: Database, now: number): Promise<Map<string, AccountSpending>> {
  const { account_id, day } = accountSpend;
  const rows = await db
    .select({
      account_id,
      calls: sql<number>`sum(${accountSpend.calls})`,
      unpriced_calls: sql<number>`sum(${accountSpend.unpriced_calls})`,
      cost_usd: sql<number>`sum(${accountSpend.cost_usd})`,
    })
    .from(accountSpend)
    .where(gte(day, `${dayOf(now).slice(0, 7)}-01`))
    .groupBy(account_id);
  return new Map(rows.map(({ account_id: id, ...spending }) => [id, spending]));
}

/** Statement: with an account goes what it reached. What it was billed stays. */
export function forgetReach(db: Database, account_id: string) {
  return db.delete(accountModels).where(eq(accountModels.account_id, account_id));
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function tierOf({ input, output, cache_read, cache_write }: typeof modelPrices.$inferSelect): PriceTier {
  return {
    input,
    output,
    ...(cache_read !== null && { cache_read }),
    ...(cache_write !== null && { cache_write_5m: cache_write, cache_write_1h: cache_write }),
  };
}
