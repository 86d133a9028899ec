/** D1 tables of provider accounts and of data that providers publish. Times are ms since the epoch. */
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Accounts added in the app, beyond those of the settings. */
export const accounts = sqliteTable(
  "accounts",
  {
    id: text().primaryKey(),
    provider: text().notNull(),
    label: text().notNull(),
    /** Encrypted with the instance's secret; never leaves the Worker. */
    sealed_key: text().notNull(),
    /** The last characters of the key, for people to tell keys apart. */
    key_hint: text().notNull().default(""),
    /** For a self-hosted server; null: the provider's. */
    base_url: text(),
    /** Lowest first. */
    priority: integer().notNull().default(100),
    /** Size of the requests to its models; null: as their window allows. */
    profile: text({ enum: ["light", "full"] }),
    /** Plain chat completions: nothing is asked about its models, and nothing specific to a provider is sent. */
    compatibility: integer({ mode: "boolean" }).notNull().default(false),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (table) => [index("accounts_by_provider").on(table.provider, table.priority)],
);

/** Models that an admin has chosen for everybody: one `default`, one `fast`. */
export const modelChoices = sqliteTable("model_choices", {
  role: text({ enum: ["default", "fast"] }).primaryKey(),
  /** `provider/model`. */
  model: text().notNull(),
  updated_at: integer().notNull(),
});

/** Accounts that rest or are disabled, including those of the settings, by an id derived from their key. */
export const accountStates = sqliteTable("account_states", {
  account_id: text().primaryKey(),
  provider: text().notNull(),
  cooling_until: integer(),
  disabled_at: integer(),
  disabled_reason: text(),
  updated_at: integer().notNull(),
});

/** Models that accounts can reach, as their providers spell them, including accounts of the settings. */
export const accountModels = sqliteTable("account_models", {
  account_id: text().primaryKey(),
  /** A JSON array. */
  models: text().notNull(),
  updated_at: integer().notNull(),
});

/** Hosts outside the public web that an operator has confirmed for models: exceptions from the guard for them alone. */
export const modelAddresses = sqliteTable("model_addresses", {
  /** `host:port`, lower case. */
  host: text().primaryKey(),
  created_at: integer().notNull(),
});

/** Prices that an admin has entered: US dollars per million tokens. */
export const modelPrices = sqliteTable("model_prices", {
  /** `provider/model`. */
  model: text().primaryKey(),
  input: real().notNull(),
  output: real().notNull(),
  cache_read: real(),
  cache_write: real(),
  updated_at: integer().notNull(),
});

/** Settings of models that an admin has made. */
export const modelSettings = sqliteTable("model_settings", {
  /** `provider/model`. */
  model: text().primaryKey(),
  /** A JSON object: the values that are set. */
  settings: text().notNull(),
  updated_at: integer().notNull(),
});

/** Billing of each account, by UTC day. The ledger has the details: for whom and for what. */
export const accountSpend = sqliteTable(
  "account_spend",
  {
    account_id: text().notNull(),
    /** 2026-11-23 */
    day: text().notNull(),
    calls: integer().notNull(),
    /** Calls with an unknown price. */
    unpriced_calls: integer().notNull(),
    cost_usd: real().notNull(),
  },
  (table) => [primaryKey({ columns: [table.account_id, table.day] })],
);

/** Model lists of providers, cached for a day. */
export const modelMetadata = sqliteTable("model_metadata", {
  provider: text().primaryKey(),
  body: text().notNull(),
  fetched_at: integer().notNull(),
});
