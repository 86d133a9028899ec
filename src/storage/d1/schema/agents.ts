/** D1 tables of agents. Times are ms since the epoch. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const agents = sqliteTable("agents", {
  slug: text().primaryKey(),
  /** JSON: all that may be set of it, parsed by src/agents/fields.ts. */
  fields: text().notNull().default("{}"),
  version: integer().notNull().default(1),
  created_at: integer().notNull(),
  updated_at: integer().notNull(),
});

/** Each version whole, the one that holds now among them. */
export const agentVersions = sqliteTable(
  "agent_versions",
  {
    slug: text().notNull(),
    version: integer().notNull(),
    fields: text().notNull(),
    /** loaded, created, edited or restored. */
    change: text().notNull(),
    /** The version that was brought back. */
    restored_from: integer(),
    /** Id of a person; null: it came with Nightjar. */
    by: text(),
    at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.slug, table.version] })],
);

/** What conductors have made and changed for their persons. */
export const conducted = sqliteTable(
  "conducted",
  {
    id: text().primaryKey(),
    owner: text().notNull(),
    /** Slug of the agent that did it. */
    by: text().notNull(),
    conversation_id: text().notNull(),
    /** created, updated or removed. */
    did: text().notNull(),
    /** What it was done to: agent, client, schedule or message. */
    kind: text().notNull().default("agent"),
    /** Of a schedule and a message its id, which has a name beside it. */
    slug: text().notNull(),
    name: text(),
    version: integer().notNull(),
    /** JSON: how a client was, or was to be, before. */
    before: text(),
    at: integer().notNull(),
    undone_at: integer(),
  },
  (table) => [index("conducted_by_owner").on(table.owner, table.id)],
);
