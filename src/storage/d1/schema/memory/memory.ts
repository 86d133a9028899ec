/** D1 tables of long-term memory. Times are ms since the epoch; JSON columns are parsed by their readers. */
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { trust } from "./trust.ts";

const provenance = {
  /** tool, extraction, consolidation, person or import. */
  origin: text().notNull(),
  conversation_id: text(),
  message_id: text(),
  trust: trust(),
};

export const memories = sqliteTable(
  "memories",
  {
    id: text().primaryKey(),
    owner: text().notNull(),
    scope: text().notNull().default("person"),
    content: text().notNull(),
    /** Main name of the person or thing it is about. */
    about: text().notNull().default(""),
    /** short_term or long_term. */
    tier: text().notNull(),
    tags: text().notNull().default("[]"),
    /** 0 to 1 at `last_accessed`; falls by `decay_rate` per cycle from then on. */
    priority: real().notNull(),
    decay_rate: real().notNull(),
    last_accessed: integer().notNull(),
    sticky: integer({ mode: "boolean" }).notNull().default(false),
    /** Hash of the normalised content: equal content is one memory. */
    hash: text().notNull(),
    ...provenance,
    observed_at: integer().notNull(),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
    /** Set when it has faded out of search; a person can still see and restore it. */
    faded_at: integer(),
    /** The memory that corrected it; set together with `faded_at`. */
    superseded_by: text(),
  },
  (table) => [
    uniqueIndex("memories_by_hash").on(table.owner, table.scope, table.hash),
    index("memories_by_owner").on(table.owner, table.updated_at),
    index("memories_sticky").on(table.owner, table.sticky, table.scope),
    index("memories_by_access").on(table.faded_at, table.last_accessed),
  ],
);

export const memoryEdges = sqliteTable(
  "memory_edges",
  {
    owner: text().notNull(),
    source_id: text().notNull(),
    target_id: text().notNull(),
    relation: text().notNull(),
    weight: real().notNull().default(1),
    trust: trust(),
    created_at: integer().notNull(),
    id: text().notNull().default(""),
    /** Names as people write them; empty: the node tells it. */
    source_name: text().notNull().default(""),
    target_name: text().notNull().default(""),
    origin: text().notNull().default("extraction"),
    conversation_id: text(),
    message_id: text(),
    /** Time from which it no longer held; null: it holds. */
    ended_at: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.source_id, table.target_id, table.relation] }),
    index("memory_edges_by_target").on(table.owner, table.target_id),
    index("memory_edges_by_id").on(table.owner, table.id),
  ],
);

/** Entity, attribute, value. A new value ends the validity of the old one; nothing is overwritten. */
export const facts = sqliteTable(
  "facts",
  {
    id: text().primaryKey(),
    owner: text().notNull(),
    scope: text().notNull().default("person"),
    /** As people read it; `entity_key` and `attribute_key` are normalised for comparison. */
    entity: text().notNull(),
    entity_key: text().notNull(),
    attribute: text().notNull(),
    attribute_key: text().notNull(),
    value: text().notNull(),
    confidence: real().notNull().default(1),
    sticky: integer({ mode: "boolean" }).notNull().default(false),
    /** When it was true in the world. */
    valid_from: integer().notNull(),
    valid_to: integer(),
    /** When it was believed: from `recorded_at` to `retired_at`. */
    recorded_at: integer().notNull(),
    retired_at: integer(),
    superseded_by: text(),
    /** For an untrusted fact: ids of the trusted facts that it would end, were it trusted. */
    disputes: text().notNull().default("[]"),
    ...provenance,
    updated_at: integer().notNull(),
  },
  (table) => [
    index("facts_by_entity").on(table.owner, table.entity_key, table.attribute_key),
    index("facts_by_owner").on(table.owner, table.retired_at, table.updated_at),
    index("facts_sticky").on(table.owner, table.sticky, table.scope),
  ],
);

/** Summary of a stretch of a conversation. */
export const episodes = sqliteTable(
  "episodes",
  {
    id: text().primaryKey(),
    owner: text().notNull(),
    scope: text().notNull().default("person"),
    summary: text().notNull(),
    topics: text().notNull().default("[]"),
    tone: text().notNull().default(""),
    started_at: integer().notNull(),
    ended_at: integer().notNull(),
    ...provenance,
    /** Positions of the first and the last turn it covers. */
    first_ordinal: integer(),
    last_ordinal: integer(),
    created_at: integer().notNull(),
  },
  (table) => [
    index("episodes_by_owner").on(table.owner, table.started_at),
    uniqueIndex("episodes_by_range").on(table.owner, table.conversation_id, table.first_ordinal),
  ],
);

export const commitments = sqliteTable(
  "commitments",
  {
    id: text().primaryKey(),
    owner: text().notNull(),
    scope: text().notNull().default("person"),
    who: text().notNull().default(""),
    what: text().notNull(),
    hash: text().notNull(),
    /** open, done, expired or cancelled. */
    status: text().notNull().default("open"),
    due_at: integer(),
    /** The `due_at` for which its person was asked about it. */
    asked_for: integer(),
    ...provenance,
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
    closed_at: integer(),
    note: text().notNull().default(""),
  },
  (table) => [
    index("commitments_by_owner").on(table.owner, table.status, table.due_at),
    index("commitments_by_due").on(table.status, table.due_at),
  ],
);

/** Standing wishes and preferences, in a person's own words. */
export const wishes = sqliteTable(
  "wishes",
  {
    id: text().primaryKey(),
    owner: text().notNull(),
    scope: text().notNull().default("person"),
    /** wish or preference. */
    kind: text().notNull(),
    content: text().notNull(),
    /** Clause that says when it holds; empty: always. */
    condition: text().notNull().default(""),
    said_at: integer().notNull(),
    ...provenance,
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
    /** Time from which it no longer holds; null: it holds. */
    ended_at: integer(),
    /** The contrary wish that ended it. */
    superseded_by: text(),
  },
  (table) => [
    index("wishes_by_owner").on(table.owner, table.ended_at, table.said_at),
    index("wishes_by_message").on(table.owner, table.conversation_id, table.message_id),
  ],
);

export const entityAliases = sqliteTable(
  "entity_aliases",
  {
    owner: text().notNull(),
    alias_key: text().notNull(),
    alias: text().notNull(),
    entity: text().notNull(),
    entity_key: text().notNull(),
    trust: trust(),
    created_at: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.alias_key, table.trust] }),
    index("entity_aliases_by_entity").on(table.owner, table.entity_key),
  ],
);

/** Small named values that are always in an agent's context. */
export const memoryState = sqliteTable(
  "memory_state",
  {
    owner: text().notNull(),
    scope: text().notNull().default("person"),
    key: text().notNull(),
    value: text().notNull(),
    /** An untrusted value waits beside the trusted one, outside every context. */
    trust: trust(),
    conversation_id: text(),
    updated_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.scope, table.key, table.trust] })],
);

/** Progress of extraction and consolidation in each source, so that both can stop and resume. */
export const consolidationState = sqliteTable(
  "consolidation_state",
  {
    owner: text().notNull(),
    source: text().notNull(),
    /** extract or consolidate. */
    stage: text().notNull(),
    last_ordinal: integer().notNull().default(-1),
    updated_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.source, table.stage] })],
);

/** Hash of each file when it was last indexed and consolidated. */
export const consolidationFileHashes = sqliteTable(
  "consolidation_file_hashes",
  {
    owner: text().notNull(),
    path: text().notNull(),
    /** index or consolidate. */
    stage: text().notNull(),
    hash: text().notNull(),
    updated_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.path, table.stage] })],
);

/**
 * Forgotten items, kept for 30 days so that their person can restore them. Nobody else, and no search, sees
 * them.
 */
export const forgottenItems = sqliteTable(
  "forgotten",
  {
    id: text().primaryKey(),
    owner: text().notNull(),
    /** memory, fact, episode, commitment, wish, state, alias, edge or passage. */
    kind: text().notNull(),
    /** Identifies it within its kind. */
    item: text().notNull(),
    /** As people read it. */
    text: text().notNull(),
    /** The whole row: `{columns, values}`. */
    row: text().notNull(),
    forgotten_at: integer().notNull(),
  },
  (table) => [
    index("forgotten_by_owner").on(table.owner, table.forgotten_at),
    index("forgotten_by_age").on(table.forgotten_at),
  ],
);
