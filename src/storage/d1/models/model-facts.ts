/**
 * Facts about accounts and models beyond the catalog: the models that accounts reach, and prices that were
 * entered.
 */
import { eq, getTableColumns } from "drizzle-orm";
import type { PriceTier } from "../../../providers/catalog/schema.ts";
import {
  EVERY_MODEL,
  type GeneralSettings,
  type ModelSettings,
} from "../../../providers/settings/model-settings.ts";
import type { Database } from "../database.ts";
import { accountModels, modelAddresses, modelPrices, modelSettings } from "../schema/accounts.ts";
import { part } from "../several.ts";

export interface Facts {
  reaches: Map<string, readonly string[]>;
  prices: Map<string, PriceTier>;
}

/** US dollars per million tokens. */
export interface EnteredPrice {
  input: number;
  output: number;
  /** For cached input tokens; absent: the input price. */
  cache_read?: number | undefined;
  cache_write?: number | undefined;
}

/** For reading together with the other account data. */
export const FACTS = {
  models: part(accountModels, getTableColumns(accountModels)),
  prices: part(modelPrices, getTableColumns(modelPrices)),
};

/** Read beside them: one query joins five tables at most. */
export const MORE_FACTS = {
  addresses: part(modelAddresses, getTableColumns(modelAddresses)),
  settings: part(modelSettings, getTableColumns(modelSettings)),
};

export function settingsOf(rows: readonly (typeof modelSettings.$inferSelect)[]): {
  settings: Map<string, ModelSettings>;
  general: GeneralSettings;
} {
  const all = new Map(rows.map(({ model, settings }) => [model, JSON.parse(settings) as ModelSettings]));
  const general: GeneralSettings = all.get(EVERY_MODEL) ?? {};
  all.delete(EVERY_MODEL);
  return { settings: all, general };
}

/** Replaces the model's settings; without any value the row goes. Rejects when D1 does. */
export async function writeSettings(
  db: Database,
  { model, settings, at }: { model: string; settings: ModelSettings | GeneralSettings; at: number },
): Promise<void> {
  if (Object.keys(settings).length === 0) {
    await db.delete(modelSettings).where(eq(modelSettings.model, model));
    return;
  }
  const row = { model, settings: JSON.stringify(settings), updated_at: at };
  await db.insert(modelSettings).values(row).onConflictDoUpdate({ target: modelSettings.model, set: row });
}

export function factsOf({
  models,
  prices,
}: {
  models: readonly (typeof accountModels.$inferSelect)[];
  prices: readonly (typeof modelPrices.$inferSelect)[];
}): Facts {
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

/** Null removes it. */
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

/** Statement: removes an account's reachable models together with the account. Its billing stays. */
export function forgetReach(db: Database, account_id: string) {
  return db.delete(accountModels).where(eq(accountModels.account_id, account_id));
}

function tierOf({ input, output, cache_read, cache_write }: typeof modelPrices.$inferSelect): PriceTier {
  return {
    input,
    output,
    ...(cache_read !== null && { cache_read }),
    ...(cache_write !== null && { cache_write_5m: cache_write, cache_write_1h: cache_write }),
  };
}
