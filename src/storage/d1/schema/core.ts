/** D1 tables of the conversation index and the cost ledger. Times are ms since the epoch. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

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
    /** Where the owner has put it; empty: nowhere. */
    folder: text().notNull().default(""),
    state: text().notNull().default("idle"),
    message_count: integer().notNull().default(0),
    cost_usd: real().notNull().default(0),
    /** Messages that wait there for their time. */
    scheduled: integer().notNull().default(0),
    /** Of the event of what was said last to whoever reads in the app; 0: nothing was. */
    said_seq: integer().notNull().default(0),
    /** The beginning of the newest answer, as plain words; empty: there is none, or nobody has it in a list. */
    said: text().notNull().default(""),
    /** JSON of what waits there for people; empty: nothing. */
    attention: text().notNull().default(""),
    channel: text().notNull().default("web"),
    /** Of a chat: what is said there unasked is read by its owner alone. Null: it is none, or that is not known. */
    own_chat: integer({ mode: "boolean" }),
    parent_conversation_id: text(),
    /** Grows with each flush of the object, so that a late flush cannot overwrite a newer one. */
    revision: integer().notNull().default(0),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (table) => [
    index("conversations_by_owner").on(table.owner, table.archived, table.updated_at),
    index("conversations_with_attention").on(table.owner).where(sql`${table.attention} <> ''`),
  ],
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
    /** Whose figure that is: the provider's own; null: it was counted from tokens and prices. */
    cost_by: text({ enum: ["provider"] }),
    /** Slugs of the agents in whose name it was spent, `,one,other,`; empty: for nobody else. */
    on_behalf_of: text().notNull().default(""),
  },
  (table) => [index("costs_by_owner_time").on(table.owner, table.at), index("costs_by_time").on(table.at)],
);

/** Where a channel's thread points: its current conversation. */
export const threads = sqliteTable(
  "channel_threads",
  {
    channel: text().notNull(),
    /** One bot of the channel; of HTTP, the person whose senders these are. */
    account: text().notNull(),
    thread: text().notNull(),
    /** Whose conversations are made here. */
    owner: text().notNull(),
    /** The current one; null: the next message begins one. */
    conversation_id: text(),
    /** Who answers here, if somebody has said so: one of these. */
    agent: text(),
    room: text(),
    /** In a group: also what nobody has said to an agent is answered. */
    answers_all: integer({ mode: "boolean" }).notNull().default(false),
    /** Whether more people than one read there; null: it was not said when the thread was begun. */
    is_group: integer({ mode: "boolean" }),
    /** Whether what is said elsewhere in its conversation is shown here. */
    mirror: integer({ mode: "boolean" }).notNull().default(false),
    /** How often it was begun anew. */
    generation: integer().notNull().default(0),
    /** The conversation that went on here before; null: none, or it was not kept then. */
    previous_id: text(),
    updated_at: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.channel, table.account, table.thread] }),
    index("channel_threads_by_conversation").on(table.conversation_id),
    index("channel_threads_by_owner").on(table.owner, table.updated_at),
  ],
);

/** Who answers in the places of a channel's account where nobody else was named. */
export const channelDefaults = sqliteTable(
  "channel_defaults",
  {
    channel: text().notNull(),
    account: text().notNull(),
    /** In a direct message; null: the instance's default agent. */
    default_agent: text(),
    /** In a group, where no keyword leads to another; null: nobody. */
    fallback_agent: text(),
    updated_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.channel, table.account] })],
);

/** What has been loaded from r2/ on first start, by path, with the hash of what was loaded. */
export const seeds = sqliteTable("seeds", {
  path: text().primaryKey(),
  hash: text().notNull(),
  loaded_at: integer().notNull(),
});
