/** Provider accounts and their states: rows, and the views for people and providers. */
import { sql } from "drizzle-orm";
import type { Account, AccountState } from "../../../providers/accounts.ts";
import type { Database } from "../database.ts";
import { accountStates, accounts } from "../schema/accounts.ts";

export type AccountRow = typeof accounts.$inferSelect;
type StateRow = typeof accountStates.$inferSelect;

/** An account as people see it. */
export interface AccountView extends Omit<Account, "key"> {
  /** The last characters of its key. */
  key_hint: string;
  /** False if the key was sealed with another secret: it must be entered again. */
  readable: boolean;
  state: AccountState;
}

export interface NewAccount {
  id: string;
  provider: string;
  label: string;
  key: string;
  priority: number;
  base_url?: string | undefined;
}

const HINT_LENGTH = 4;

export function viewOf(row: AccountRow, readable: boolean, state: AccountState): AccountView {
  const { key_hint } = row;
  return { ...plainOf(row), key_hint, readable, state };
}

/** Rejects when D1 does. */
export async function readAccounts(
  db: Database,
): Promise<{ rows: AccountRow[]; states: Map<string, AccountState> }> {
  const [rows, states] = await Promise.all([
    db.select().from(accounts).orderBy(accounts.provider, accounts.priority),
    db.select().from(accountStates),
  ]);
  return { rows, states: statesOf(states) };
}

/** A state older than the stored one changes nothing. Rejects when D1 does. */
export async function writeState(
  db: Database,
  { id, provider }: Pick<Account, "id" | "provider">,
  { state, at }: { state: AccountState; at: number },
): Promise<void> {
  const row = {
    account_id: id,
    provider,
    cooling_until: state.cooling_until ?? null,
    disabled_at: state.disabled?.at ?? null,
    disabled_reason: state.disabled?.reason ?? null,
    updated_at: at,
  };
  await db
    .insert(accountStates)
    .values(row)
    .onConflictDoUpdate({
      target: accountStates.account_id,
      set: row,
      setWhere: sql`${accountStates.updated_at} <= ${at}`,
    });
}

export function statesOf(rows: readonly StateRow[]): Map<string, AccountState> {
  return new Map(rows.map((row) => [row.account_id, stateOf(row)]));
}

function stateOf({ cooling_until, disabled_at, disabled_reason }: StateRow): AccountState {
  return {
    ...(cooling_until !== null && { cooling_until }),
    ...(disabled_at !== null && { disabled: { at: disabled_at, reason: disabled_reason ?? "" } }),
  };
}

export function accountOf(row: AccountRow, key: string): Account {
  return { ...plainOf(row), key };
}

function plainOf({ id, provider, label, priority, ...row }: AccountRow): Omit<Account, "key"> {
  const { base_url, profile, compatibility } = row;
  return {
    id,
    provider,
    label,
    priority,
    ...(base_url !== null && { base_url }),
    ...(profile !== null && { profile }),
    ...(compatibility && { compatibility }),
  };
}

/** Empty for a short key: its end would reveal much of it. */
export function hintOf(key: string): string {
  return key.length >= 4 * HINT_LENGTH ? key.slice(-HINT_LENGTH) : "";
}
