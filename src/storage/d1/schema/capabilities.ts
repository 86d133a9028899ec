/**
 * D1 tables of capabilities: tools written here, each of their versions, and the secrets they may use. Times
 * are ms since the epoch.
 */
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Declarations of a version, as JSON. */
const declared = {
  description: text().notNull(),
  input_schema: text().notNull(),
  /** Null: free text. */
  output_schema: text(),
  tags: text().notNull().default("[]"),
  hosts: text().notNull().default("[]"),
  secrets: text().notNull().default("[]"),
  limits: text().notNull().default("{}"),
};

/** Includes the declarations of the version in use, so that a turn reads one table. */
export const capabilities = sqliteTable(
  "capabilities",
  {
    id: text().primaryKey(),
    owner: text().notNull(),
    /** Its tool is `cap_{name}`. */
    name: text().notNull(),
    ...declared,
    /** building, active, failed or disabled. */
    status: text().notNull(),
    /** The version in use; 0: none yet. */
    version: integer().notNull().default(0),
    build_id: text(),
    problem: text(),
    /** JSON: slugs of the agents that may use it; empty means all. */
    agents: text().notNull().default("[]"),
    calls: integer().notNull().default(0),
    failures: integer().notNull().default(0),
    failures_in_row: integer().notNull().default(0),
    last_called_at: integer(),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (table) => [uniqueIndex("capabilities_by_name").on(table.owner, table.name)],
);

/** Each version in full, including the one in use; its files are in R2 under their digest. */
export const capabilityVersions = sqliteTable(
  "capability_versions",
  {
    capability_id: text().notNull(),
    owner: text().notNull(),
    version: integer().notNull(),
    ...declared,
    digest: text().notNull(),
    /** JSON: path and size of each. */
    files: text().notNull(),
    tests: integer().notNull(),
    /** built, imported or restored. */
    change: text().notNull(),
    restored_from: integer(),
    created_at: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.capability_id, table.version] }),
    index("capability_versions_by_owner").on(table.owner),
  ],
);

/** Places where others than the owner may use a capability. */
export const capabilityShares = sqliteTable(
  "capability_shares",
  {
    capability_id: text().notNull(),
    owner: text().notNull(),
    /** agent or room. */
    kind: text().notNull(),
    slug: text().notNull(),
    /** Owner of the place at the time; null: the instance. */
    place_owner: text(),
  },
  (table) => [
    primaryKey({ columns: [table.capability_id, table.kind, table.slug] }),
    index("capability_shares_in").on(table.kind, table.slug),
    index("capability_shares_by_owner").on(table.owner),
  ],
);

/** The last calls of each capability. */
export const capabilityCalls = sqliteTable(
  "capability_calls",
  {
    id: text().primaryKey(),
    capability_id: text().notNull(),
    owner: text().notNull(),
    version: integer().notNull(),
    ok: integer({ mode: "boolean" }).notNull(),
    /** JSON, cut; the others are cut too. */
    input: text().notNull(),
    output: text().notNull(),
    console: text().notNull(),
    /** ms. */
    duration: integer().notNull(),
    at: integer().notNull(),
  },
  (table) => [
    index("capability_calls_of").on(table.capability_id, table.id),
    index("capability_calls_by_owner").on(table.owner),
  ],
);

/** Secrets that the gateway inserts into headers for capabilities that declare them. */
export const capabilitySecrets = sqliteTable(
  "capability_secrets",
  {
    owner: text().notNull(),
    name: text().notNull(),
    /** Encrypted with the instance's secret. */
    sealed: text().notNull(),
    /** The last characters. */
    hint: text().notNull(),
    updated_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.name] })],
);
