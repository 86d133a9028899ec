/** Provider accounts: their keys, the order in which they are tried, and which of them cool down. */
import type { ModelFailure, ModelFailureKind } from "../agent/ports/model.ts";
import type { PriceTier, ProviderEntry } from "./catalog/schema.ts";
import type { GeneralSettings, ModelSettings } from "./settings/model-settings.ts";

/** `light`: a short prompt and few tools, for small windows. */
export const REQUEST_PROFILES = ["light", "full"] as const;
export type RequestProfile = (typeof REQUEST_PROFILES)[number];

export interface Account {
  id: string;
  provider: string;
  /** For people to read. */
  label: string;
  /** Empty where the provider needs none. */
  key: string;
  /** Lowest first. */
  priority: number;
  /** Size of the requests to its models, as an admin chose it. Undefined: as their window allows. */
  profile?: RequestProfile;
  /** Its key or address is a setting; undefined: an admin typed it in. */
  from_settings?: true;
  /** Address of the account's own server, typed in by an admin. Undefined: the provider's address. */
  base_url?: string;
  /** Plain chat completions: nothing is asked about its models, and nothing specific to a provider is sent. */
  compatibility?: true;
}

/** Model choices that an admin made in the app. They take precedence over the settings. */
export interface ChosenModels {
  default?: string;
  fast?: string;
}

export interface AccountState {
  /** ms since the epoch; until then other accounts are tried first. */
  cooling_until?: number;
  /**
   * Set when the provider refused the key, or when a test of the account failed. The account is tried only when nothing
   * else can answer, and its models are not offered; a success clears it.
   */
  disabled?: { at: number; reason: string };
}

export interface AccountSnapshot {
  /** Accounts that were added in the app, beyond those of the settings. */
  accounts: readonly Account[];
  /** State of every account, by account id. */
  states: ReadonlyMap<string, AccountState>;
  chosen?: ChosenModels;
  /**
   * Model ids that each account can reach, as its provider spells them, by account id. An account that was never
   * asked is missing.
   */
  reaches?: ReadonlyMap<string, readonly string[]>;
  /** Prices that an admin entered, by `provider/model`. */
  prices?: ReadonlyMap<string, PriceTier>;
  /** Settings that an admin made, by `provider/model`. */
  settings?: ReadonlyMap<string, ModelSettings>;
  /** Settings of all models together. */
  general?: GeneralSettings;
}

/** The bill of one call. */
export interface BilledCall {
  /** ms since the epoch. */
  at: number;
  /** Null when the price is unknown. */
  cost_usd: number | null;
}

/** Account states, shared by all conversations. No method throws; `snapshot` and `record` never wait. */
export interface AccountStore {
  /** The state as known here; it may be some seconds old. */
  snapshot(): AccountSnapshot;
  /** Replaces the account's state: at once in this isolate's snapshots, within seconds in all others. */
  record(account: Pick<Account, "id" | "provider">, state: AccountState): void;
  /** Adds a bill to the account's spending. Never waits. */
  recordSpend(account: Pick<Account, "id">, recordSpend: BilledCall): void;
  /** Resolves after the first read. Only a call that has no account at all waits for it. */
  ready(): Promise<void>;
}

/** An in-memory store, for one process. */
export function createMemoryAccountStore(accounts: readonly Account[] = []): AccountStore {
  const states = new Map<string, AccountState>();
  return {
    snapshot: () => ({ accounts, states }),
    record: ({ id }, state) => void states.set(id, state),
    recordSpend: () => undefined,
    ready: () => Promise.resolve(),
  };
}

/** Reads a setting by its variable's name. */
export type ReadSetting = (name: string) => string | undefined;

/** Accounts that can answer as far as is known: the others were refused or failed their test. */
export function workingOf(accounts: readonly Account[], { states }: AccountSnapshot): Account[] {
  return accounts.filter(({ id }) => states.get(id)?.disabled === undefined);
}

/**
 * Accounts of the settings, and added ones that have shown their models. When one of them stops working, its model stays
 * the default, and says why it does not answer.
 */
export function provenOf(
  accounts: readonly Account[],
  { accounts: stored, reaches }: AccountSnapshot,
): Account[] {
  const added = new Set(stored.map(({ id }) => id));
  return accounts.filter(({ id }) => !added.has(id) || reaches?.has(id) === true);
}

/** The provider's address from the settings; undefined where the catalog's holds. */
export function baseUrlOf(provider: ProviderEntry, setting: ReadSetting): string | undefined {
  const given = provider.base_url_variable && setting(provider.base_url_variable);
  if (!given) return provider.base_url;
  const address = given.replace(/\/+$/, "");
  // OLLAMA_BASE_URL, Ollama's own variable, names the server without a path.
  const isBare =
    provider.base_url?.endsWith("/v1") &&
    provider.key_variable === undefined &&
    /^https?:\/\/[^/]+$/.test(address);
  return isBare ? `${address}/v1` : address;
}

/** The provider's accounts, best first. Empty: the provider is not configured. */
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

/** Self-hosted servers seldom have a key. The directory decides whether Workers AI can be called. */
function needsNoKey(provider: ProviderEntry, setting: ReadSetting): boolean {
  if (provider.protocol === "offline" || provider.protocol === "workers-ai") return true;
  return Boolean(provider.base_url_variable && setting(provider.base_url_variable));
}

/** The id is derived from the key, so that a new key does not inherit the old one's state. */
function settingsAccount(provider: ProviderEntry, key: string, index: number): Account {
  const id = key === "" ? `settings_${provider.name}` : `settings_${provider.name}_${fingerprint(key)}`;
  const label = `${provider.label}, key ${index + 1}`;
  return { id, provider: provider.name, label, key, priority: index, from_settings: true };
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
/** Cooldown when the provider names none: short, since anybody's next message may have to wait for it. */
const OWN_GUESS_MS: { [kind in ModelFailureKind]?: number } = {
  rate_limited: 2_000,
  overloaded: 1_000,
  server: 500,
};

/** Cooldown of an account after a failure, in ms; undefined when it needs none. */
export function coolingAfter({ kind, retry_after_ms }: ModelFailure): number | undefined {
  const guess = OWN_GUESS_MS[kind];
  if (guess === undefined) return undefined;
  return Math.min(MOST_COOLING_MS, Math.max(LEAST_COOLING_MS, retry_after_ms ?? guess));
}
