/** D1 tables of people's access, agents, the conversation index and the cost ledger. Times are ms since the epoch. */
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const agents = sqliteTable("agents", {
  slug: text().primaryKey(),
  name: text().notNull(),
  role: text().notNull().default(""),
  instructions: text().notNull(),
  /** JSON arrays and objects, parsed by storage/d1/agents.ts. */
  models: text().notNull().default("[]"),
  tools: text().notNull().default("{}"),
  skills: text().notNull().default("[]"),
  limits: text().notNull().default("{}"),
  version: integer().notNull().default(1),
  created_at: integer().notNull(),
  updated_at: integer().notNull(),
});

export const conversations = sqliteTable(
  "conversations",
  {
    id: text().primaryKey(),
    owner: text().notNull(),
    agent: text(),
    room: text(),
    model: text(),
    mode: text(),
    title: text().notNull().default(""),
    pinned: integer({ mode: "boolean" }).notNull().default(false),
    archived: integer({ mode: "boolean" }).notNull().default(false),
    tags: text().notNull().default("[]"),
    state: text().notNull().default("idle"),
    message_count: integer().notNull().default(0),
    cost_usd: real().notNull().default(0),
    channel: text().notNull().default("web"),
    parent_conversation_id: text(),
    /** Grows with each flush of the object, so that a late flush cannot overwrite a newer one. */
    revision: integer().notNull().default(0),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (table) => [index("conversations_by_owner").on(table.owner, table.archived, table.updated_at)],
);

/** One row a model call. `id` is derived from the step, so that a flush made twice has one effect. */
export const costs = sqliteTable(
  "costs",
  {
    id: text().primaryKey(),
    at: integer().notNull(),
    owner: text().notNull(),
    conversation_id: text().notNull(),
    turn_id: text().notNull(),
    agent: text().notNull(),
    provider: text().notNull(),
    model: text().notNull(),
    purpose: text().notNull().default("turn"),
    input_tokens: integer().notNull(),
    output_tokens: integer().notNull(),
    cache_read_tokens: integer().notNull(),
    cache_write_tokens: integer().notNull(),
    /** US dollars; null when the price is unknown. */
    cost_usd: real(),
  },
  (table) => [index("costs_by_owner_time").on(table.owner, table.at), index("costs_by_time").on(table.at)],
);

/** One-time sign-in links. The secret itself is never stored. */
export const signinLinks = sqliteTable("signin_links", {
  token_hash: text().primaryKey(),
  owner: text().notNull(),
  created_at: integer().notNull(),
  expires_at: integer().notNull(),
  used_at: integer(),
});

export const sessions = sqliteTable(
  "sessions",
  {
    token_hash: text().primaryKey(),
    owner: text().notNull(),
    created_at: integer().notNull(),
    expires_at: integer().notNull(),
    revoked_at: integer(),
    user_agent: text().notNull().default(""),
  },
  (table) => [index("sessions_by_owner").on(table.owner)],
);

/** Where a channel's thread points: its current conversation. */
export const threads = sqliteTable(
  "threads",
  {
    owner: text().notNull(),
    channel: text().notNull(),
    thread: text().notNull(),
    conversation_id: text().notNull(),
    updated_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.channel, table.thread] })],
);

/** What has been loaded from r2/ on first start, by path, with the hash of what was loaded. */
export const seeds = sqliteTable("seeds", {
  path: text().primaryKey(),
  hash: text().notNull(),
  loaded_at: integer().notNull(),
});
