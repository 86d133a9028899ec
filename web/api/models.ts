/** Models: the providers, their accounts, and the default models. */
import { call, type Result } from "./http.ts";

export interface ProviderSummary {
  name: string;
  label: string;
  protocol: string;
  configured: boolean;
  /** Null when the address must be entered. */
  base_url: string | null;
}

export interface Account {
  id: string;
  provider: string;
  label: string;
  /** Lowest first. */
  priority: number;
  /** The last characters of its key. */
  key_hint: string;
  base_url?: string;
  /** False: its key was encrypted with another secret. */
  readable: boolean;
  from_settings: boolean;
  /** This month's (UTC). */
  spent: { calls: number; unpriced_calls: number; cost_usd: number };
  state: { cooling_until?: string; disabled?: { at: string; reason: string } };
}

export interface NewAccount {
  provider: string;
  key?: string;
  base_url?: string;
  priority?: number;
}

export interface ModelTest {
  ok: boolean;
  model: string;
  text?: string;
  reason?: string;
}

export interface ConnectionTest {
  ok: boolean;
  models?: string[];
  reason?: string;
}

export interface DefaultModels {
  default: string;
  fast: string;
}

export function listProviders(): Promise<Result<{ items: ProviderSummary[] }>> {
  return call("GET", "/providers");
}

export function listAccounts(): Promise<Result<{ items: Account[] }>> {
  return call("GET", "/accounts");
}

export function addAccount(account: NewAccount): Promise<Result<Account>> {
  return call("POST", "/accounts", account);
}

export function changeAccount(
  id: string,
  change: { priority?: number; enabled?: true },
): Promise<Result<Account>> {
  return call("PATCH", `/accounts/${encodeURIComponent(id)}`, change);
}

export function removeAccount(id: string): Promise<Result<null>> {
  return call("DELETE", `/accounts/${encodeURIComponent(id)}`);
}

export function tryAccount(id: string): Promise<Result<ModelTest>> {
  return call("POST", `/accounts/${encodeURIComponent(id)}/test`, {});
}

export function readReached(id: string): Promise<Result<ConnectionTest>> {
  return call("GET", `/accounts/${encodeURIComponent(id)}/models`);
}

/** US dollars per million tokens. */
export interface EnteredPrice {
  input: number;
  output: number;
  cache_read?: number;
  cache_write?: number;
}

/** Null removes the entered price. */
export function enterPrice(model: string, price: EnteredPrice | null): Promise<Result<unknown>> {
  return call("PUT", "/models/prices", { model, price });
}

/** Null removes a choice. */
export function chooseModels(chosen: {
  default?: string | null;
  fast?: string | null;
}): Promise<Result<DefaultModels>> {
  return call("PUT", "/models/chosen", chosen);
}
