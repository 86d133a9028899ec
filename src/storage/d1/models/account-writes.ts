/** Statements that add and remove provider accounts, and choose models. Each rejects when D1 does. */
import { eq } from "drizzle-orm";
import type { ChosenModels } from "../../../providers/accounts.ts";
import type { Database } from "../database.ts";
import { accountStates, accounts, modelChoices } from "../schema/accounts.ts";
import { hintOf, type NewAccount } from "./account-rows.ts";
import { forgetReach } from "./model-facts.ts";

/** `at` is in ms since the epoch. */
export async function insertAccount(
  db: Database,
  { id, provider, label, key, priority, base_url }: NewAccount,
  { sealed_key, at }: { sealed_key: string; at: number },
): Promise<void> {
  const times = { created_at: at, updated_at: at };
  const row = { id, provider, label, priority, sealed_key, key_hint: hintOf(key), ...times };
  await db.insert(accounts).values({ ...row, base_url: base_url ?? null });
}

/** Removes the account with its state and reach. False: there is none of that id. */
export async function deleteAccount(db: Database, id: string): Promise<boolean> {
  const [gone] = await db.batch([
    db.delete(accounts).where(eq(accounts.id, id)).returning(),
    db.delete(accountStates).where(eq(accountStates.account_id, id)),
    forgetReach(db, id),
  ]);
  return gone.length > 0;
}

/** Null removes the choice. `at` is in ms since the epoch. */
export async function writeChoice(
  db: Database,
  { role, model, at }: { role: keyof ChosenModels; model: string | null; at: number },
): Promise<void> {
  const row = { role, model: model ?? "", updated_at: at };
  if (model === null) await db.delete(modelChoices).where(eq(modelChoices.role, role));
  else await db.insert(modelChoices).values(row).onConflictDoUpdate({ target: modelChoices.role, set: row });
}
