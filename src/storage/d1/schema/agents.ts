/** D1 tables of agents and of feedback on them. Times are ms since the epoch. */
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const agents = sqliteTable("agents", {
  slug: text().primaryKey(),
  /** JSON of all settable fields, parsed by src/agents/fields.ts. */
  fields: text().notNull().default("{}"),
  version: integer().notNull().default(1),
  created_at: integer().notNull(),
  updated_at: integer().notNull(),
});

/** Each version in full, including the current one. */
export const agentVersions = sqliteTable(
  "agent_versions",
  {
    slug: text().notNull(),
    version: integer().notNull(),
    fields: text().notNull(),
    /** loaded, created, edited or restored. */
    change: text().notNull(),
    /** The version that was restored. */
    restored_from: integer(),
    /** Id of a person; null: it came with Nightjar. */
    by: text(),
    at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.slug, table.version] })],
);

/** Log of conductors' actions for their persons. */
export const conductorActions = sqliteTable(
  "conducted",
  {
    id: text().primaryKey(),
    owner: text().notNull(),
    /** Slug of the conductor. */
    by: text().notNull(),
    conversation_id: text().notNull(),
    /** created, updated or removed. */
    did: text().notNull(),
    /** Target of the action: agent, client, schedule or message. */
    kind: text().notNull().default("agent"),
    /** For a schedule or a message, its id, with its name in the next column. */
    slug: text().notNull(),
    name: text(),
    version: integer().notNull(),
    /** JSON: the state before the action. */
    before: text(),
    at: integer().notNull(),
    undone_at: integer(),
  },
  (table) => [index("conducted_by_owner").on(table.owner, table.id)],
);

/** Feedback of people on answers. */
export const feedback = sqliteTable(
  "feedback",
  {
    id: text().primaryKey(),
    /** Id of the person who gives it. */
    owner: text().notNull(),
    conversation_id: text().notNull(),
    message_id: text().notNull(),
    agent: text().notNull(),
    rating: text({ enum: ["up", "down"] }).notNull(),
    /** A JSON array. */
    reasons: text({ mode: "json" }).notNull(),
    word: text().notNull(),
    /** Text of the answer, with a word or a reason alone. */
    answer: text().notNull(),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (table) => [
    uniqueIndex("feedback_on").on(table.conversation_id, table.message_id, table.owner),
    index("feedback_by_owner").on(table.owner),
    index("feedback_by_agent").on(table.agent, table.id),
  ],
);
