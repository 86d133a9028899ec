/** D1 tables of access by channels. Times are ms since the epoch. */
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Rules set in the app for an account, a group or a sender; without a row, the settings apply. */
export const channelAccess = sqliteTable(
  "channel_access",
  {
    channel: text().notNull(),
    account: text().notNull(),
    /** `account`, `group` or `sender`. */
    kind: text().notNull(),
    /** For an account empty, for a group its thread, for a sender the platform's id. */
    id: text().notNull(),
    /** For an account or a group its policy; for a sender `listed` or `blocked`. */
    rule: text().notNull(),
    /** For people to read. */
    name: text().notNull().default(""),
    updated_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.channel, table.account, table.kind, table.id] })],
);

/** Strangers who were given a pairing code in a chat. The code itself is never stored. */
export const pairings = sqliteTable(
  "pairings",
  {
    id: text().primaryKey(),
    channel: text().notNull(),
    account: text().notNull(),
    platform_id: text().notNull(),
    name: text().notNull(),
    thread: text().notNull(),
    code_hash: text().notNull(),
    created_at: integer().notNull(),
    expires_at: integer().notNull(),
    /** Set if somebody denied it: until it expires, the stranger gets no other code. */
    denied_at: integer(),
  },
  (table) => [
    uniqueIndex("pairings_by_sender").on(table.channel, table.account, table.platform_id),
    uniqueIndex("pairings_by_code").on(table.code_hash),
  ],
);

/**
 * Codes that people create in the app and send in a chat: one per person. The code itself is never stored.
 */
export const linkCodes = sqliteTable(
  "link_codes",
  {
    person_id: text().primaryKey(),
    code_hash: text().notNull(),
    expires_at: integer().notNull(),
  },
  (table) => [uniqueIndex("link_codes_by_code").on(table.code_hash)],
);

/** Last activity of each account, accurate to about a minute. */
export const channelAccounts = sqliteTable(
  "channel_accounts",
  {
    channel: text().notNull(),
    account: text().notNull(),
    last_inbound_at: integer(),
    /** Name of whoever wrote last, as the platform gives it. */
    last_sender: text(),
    last_error: text(),
    last_error_at: integer(),
  },
  (table) => [primaryKey({ columns: [table.channel, table.account] })],
);

/** Chats that the bot was added to or removed from, as reported by the platform. */
export const channelPlaces = sqliteTable(
  "channel_places",
  {
    channel: text().notNull(),
    account: text().notNull(),
    thread: text().notNull(),
    /** For people to read. */
    name: text().notNull(),
    is_group: integer({ mode: "boolean" }).notNull(),
    is_in: integer({ mode: "boolean" }).notNull(),
    changed_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.channel, table.account, table.thread] })],
);
