/** Accounts: the keys of a provider, in what order they are tried, and which of them rest. */
import type { ModelFailure, ModelFailureKind } from "../agent/ports/model.ts";
import type { PriceTier, ProviderEntry } from "./catalog/schema.ts";

export interface Account {
  id: string;
  provider: string;
  /** For people to read. */
  label: string;
  /** Empty where the provider needs none. */
  key: string;
  /** Lowest first. */
  priority: number;
  /** Where its server is, when that is not the provider's. Somebody typed it in. */
  base_url?: string;
}

/** What an admin has chosen in the app: it goes before the settings. */
export interface ChosenModels {
  default?: string;
  fast?: string;
}

export interface AccountState {
  /** ms since the epoch: until then others are tried first. */
  cooling_until?: number;
  /** The key was refused. Used again only when nothing else can answer; a success clears it. */
  disabled?: { at: number; reason: string };
}

export interface AccountSnapshot {
  /** Those beyond the settings' own. */
  accounts: readonly Account[];
  /** Of any account, by its id. */
  states: ReadonlyMap<string, AccountState>;
  chosen?: ChosenModels;
  /** What accounts can reach, as their providers spell it, by their ids; of others nobody has asked. */
  reaches?: ReadonlyMap<string, readonly string[]>;
  /** Those that an admin has entered, by `provider/model`. */
  prices?: ReadonlyMap<string, PriceTier>;
}

/** One call as it was billed. */
export interface Spent {
  /** ms since the epoch. */
  at: number;
  /** Null: the price is unknown. */
  cost_usd: number | null;
}

/** Shared by all conversations. Nothing here throws, and `snapshot` and `record` never wait. */
export interface AccountStore {
  /** What is known now; it may be some seconds old. */
  snapshot(): AccountSnapshot;
  /** Replaces the account's state: in the next snapshot here, and soon in everybody's. */
  record(account: Pick<Account, "id" | "provider">, state: AccountState): void;
  /** Counts what an account was billed. Never waits. */
  spent(account: Pick<Account, "id">, spent: Spent): void;
  /** Resolves once something has been read: only a call that has no account at all waits for it. */
  ready(): Promise<void>;
}

/** For one process, and until it ends. */
export function createMemoryAccountStore(accounts: readonly Account[] = []): AccountStore {
  const states = new Map<string, AccountState>();
  return {
    snapshot: () => ({ accounts, states }),
    record: ({ id }, state) => void states.set(id, state),
    spent: () => undefined,
    ready: () => Promise.resolve(),
  };
}

/** Reads a setting by the name of its variable. */
export type ReadSetting = (name: string) => string | undefined;

/** Where a provider is, if the settings say something else than the catalog. */
export function baseUrlOf(provider: ProviderEntry, setting: ReadSetting): string | undefined {
  const given = provider.base_url_variable && setting(provider.base_url_variable);
  if (!given) return provider.base_url;
  const address = given.replace(/\/+$/, "");
  // Ollama's own variable names the server alone.
  const isBare =
    provider.base_url?.endsWith("/v1") &&
    provider.key_variable === undefined &&
    /^https?:\/\/[^/]+$/.test(address);
  return isBare ? `${address}/v1` : address;
}

/** The accounts of a provider, best first; none means that it is not configured. */
export function accountsOf(
  provider: ProviderEntry,
  setting: ReadSetting,
  snapshot: AccountSnapshot,
): Account[] {
  const keys = keysIn(provider.key_variable && setting(provider.key_variable));
  const own = keys.map((key, index) => settingsAccount(provider, key, index));
  const stored = snapshot.accounts.filter((account) => account.provider === provider.name);
  const all = [...own, ...stored].sort((a, b) => a.priority - b.priority);
  if (all.length > 0) return all;
  return needsNoKey(provider, setting) ? [settingsAccount(provider, "", 0)] : [];
}

function keysIn(value: string | undefined): string[] {
  return (value ?? "").split(",").flatMap((key) => (key.trim() === "" ? [] : [key.trim()]));
}

/** A server of one's own seldom has a key. Whether Workers AI can be called is the directory's to know. */
function needsNoKey(provider: ProviderEntry, setting: ReadSetting): boolean {
  if (provider.protocol === "offline" || provider.protocol === "workers-ai") return true;
  return Boolean(provider.base_url_variable && setting(provider.base_url_variable));
}

/** The id follows the key, so that a new key does not inherit the old one's state. */
function settingsAccount(provider: ProviderEntry, key: string, index: number): Account {
  const id = key === "" ? `settings_${provider.name}` : `settings_${provider.name}_${fingerprint(key)}`;
  const label = `${provider.label}, key ${index + 1}`;
  return { id, provider: provider.name, label, key, priority: index };
}

/** 32 bits of the key's text: enough to tell keys apart, far too little to find one. */
function fingerprint(key: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

const LEAST_COOLING_MS = 250;
const MOST_COOLING_MS = 10 * 60_000;
/** When the provider names no time: short, since the next message of anybody may have to wait for it. */
const OWN_GUESS_MS: { [kind in ModelFailureKind]?: number } = {
  rate_limited: 2_000,
  overloaded: 1_000,
  server: 500,
};

/** How long an account rests after a failure, in ms; undefined when it need not. */
export function coolingAfter({ kind, retry_after_ms }: ModelFailure): number | undefined {
  const guess = OWN_GUESS_MS[kind];
  if (guess === undefined) return undefined;
  return Math.min(MOST_COOLING_MS, Math.max(LEAST_COOLING_MS, retry_after_ms ?? guess));
}
