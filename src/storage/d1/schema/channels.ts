/** D1 tables of who may write by channels. Times are ms since the epoch. */
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** What was said in the app of an account, a group or a sender; what is not here is as the settings say. */
export const channelAccess = sqliteTable(
  "channel_access",
  {
    channel: text().notNull(),
    account: text().notNull(),
    /** `account`, `group` or `sender`. */
    kind: text().notNull(),
    /** Of an account empty, of a group its thread, of a sender the platform's id. */
    id: text().notNull(),
    /** Of an account and a group a policy; of a sender `listed` or `blocked`. */
    rule: text().notNull(),
    /** For people to read. */
    name: text().notNull().default(""),
    updated_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.channel, table.account, table.kind, table.id] })],
);

/** Strangers who were given a code in a chat. The code itself is never stored. */
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
    /** Somebody has said no: until it expires, they are given no other code. */
    denied_at: integer(),
  },
  (table) => [
    uniqueIndex("pairings_by_sender").on(table.channel, table.account, table.platform_id),
    uniqueIndex("pairings_by_code").on(table.code_hash),
  ],
);

/** Codes that people make of themselves in the app and send in a chat: one each. The code itself is never stored. */
export const linkCodes = sqliteTable(
  "link_codes",
  {
    person_id: text().primaryKey(),
    code_hash: text().notNull(),
    expires_at: integer().notNull(),
  },
  (table) => [uniqueIndex("link_codes_by_code").on(table.code_hash)],
);

/** What was last heard of each account, about a minute exactly. */
export const channelAccounts = sqliteTable(
  "channel_accounts",
  {
    channel: text().notNull(),
    account: text().notNull(),
    last_inbound_at: integer(),
    last_error: text(),
    last_error_at: integer(),
  },
  (table) => [primaryKey({ columns: [table.channel, table.account] })],
);

/** Chats of which their platform has told that the bot came in, or that it was shut out. */
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
