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
    /** The folder that the owner chose; empty: none. */
    folder: text().notNull().default(""),
    state: text().notNull().default("idle"),
    message_count: integer().notNull().default(0),
    cost_usd: real().notNull().default(0),
    /** Number of scheduled messages. */
    scheduled: integer().notNull().default(0),
    /** Seq of the last event that said something to readers in the app; 0: none. */
    said_seq: integer().notNull().default(0),
    /**
     * The beginning of the newest answer, as plain text; empty: there is none, or nobody has it in a list.
     */
    said: text().notNull().default(""),
    /** JSON of the items that wait for people; empty: none. */
    attention: text().notNull().default(""),
    channel: text().notNull().default("web"),
    /**
     * For a chat: whether its owner alone reads the messages sent there. Null: it is no chat, or this is
     * unknown.
     */
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

/** One row per model call. `id` is derived from the step, so that a repeated flush has one effect. */
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
    /** US dollars; null if the price is unknown. */
    cost_usd: real(),
    /** Source of the figure: the provider; null: calculated from tokens and prices. */
    cost_by: text({ enum: ["provider", "estimate"] }),
    /** Slugs of the agents in whose name it was spent, `,one,other,`; empty: none. */
    on_behalf_of: text().notNull().default(""),
    /** Sound that was transcribed; null: the call transcribed none. */
    heard_seconds: real(),
    /** Text that was read aloud; null: the call read none. */
    spoken_characters: integer(),
  },
  (table) => [index("costs_by_owner_time").on(table.owner, table.at), index("costs_by_time").on(table.at)],
);

/** Threads of channels, each with its current conversation. */
export const threads = sqliteTable(
  "channel_threads",
  {
    channel: text().notNull(),
    /** One bot of the channel; for HTTP, the person whose senders these are. */
    account: text().notNull(),
    thread: text().notNull(),
    /** Owner of the conversations that begin here. */
    owner: text().notNull(),
    /** Name of whoever writes there, as the platform told it; empty: unknown, or a group. */
    name: text().notNull().default(""),
    /** The current conversation; null: the next message begins one. */
    conversation_id: text(),
    /** The binding, if any: an agent or a room. */
    agent: text(),
    room: text(),
    /** In a group: messages that address no agent are answered too. */
    answers_all: integer({ mode: "boolean" }).notNull().default(false),
    /** Whether several people read there; null: unknown when the thread began. */
    is_group: integer({ mode: "boolean" }),
    /** Whether messages from other places of its conversation are mirrored here. */
    mirror: integer({ mode: "boolean" }).notNull().default(false),
    /** Number of times that it was begun anew. */
    generation: integer().notNull().default(0),
    /** The conversation before the current one; null: none, or it was not recorded then. */
    previous_id: text(),
    updated_at: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.channel, table.account, table.thread] }),
    index("channel_threads_by_conversation").on(table.conversation_id),
    index("channel_threads_by_owner").on(table.owner, table.updated_at),
  ],
);

/** Agents that answer on a channel's account if no other was named. */
export const channelDefaults = sqliteTable(
  "channel_defaults",
  {
    channel: text().notNull(),
    account: text().notNull(),
    /** For direct messages; null: the instance's default agent. */
    default_agent: text(),
    /** For groups, if no keyword leads to another agent; null: no agent. */
    fallback_agent: text(),
    updated_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.channel, table.account] })],
);

/** Files loaded from r2/ on first start, by path, with the hash of their text. */
export const seeds = sqliteTable("seeds", {
  path: text().primaryKey(),
  hash: text().notNull(),
  loaded_at: integer().notNull(),
});
