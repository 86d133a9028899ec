/** The account of a model server beside this instance, which is found and not stored. */
import type { Account, AccountSnapshot } from "../../../providers/accounts.ts";
import type { LocalServer } from "../../../providers/probe/local-server.ts";

export interface LocalAccount {
  server: LocalServer;
  account: Account;
}

/** Adds the account once its server is known, with the models that it has. */
export function withLocal(known: AccountSnapshot, local: LocalAccount | undefined): AccountSnapshot {
  const models = local?.server.models();
  if (!local || !models) return known;
  const reaches = new Map(known.reaches).set(local.account.id, models);
  return { ...known, reaches, accounts: [...known.accounts, local.account] };
}
