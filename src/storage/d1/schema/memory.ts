/**
 * D1 tables of long-term memory. Times are ms since the epoch; JSON columns are parsed where they are read.
 * `chunks` is the searchable index over everything; its FTS5 table follows it by triggers (custom migration).
 */
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * Whose passages stand where in the index: those of a partition have the ids from `id` times 2^32 on. Search asks for
 * a range of ids, and so never looks at what is not its reader's.
 */
export const memoryPartitions = sqliteTable(
  "memory_partitions",
  {
    id: integer().primaryKey(),
    owner: text().notNull(),
    /** `person`, `agent:{slug}` or `room:{slug}`. */
    scope: text().notNull(),
    /** Goes up by a trigger when a passage changes or goes: what was read before may not be so any more. */
    edits: integer().notNull().default(0),
  },
  (table) => [uniqueIndex("memory_partitions_by_owner").on(table.owner, table.scope)],
);

/** One passage that search can return: a turn, a piece of a file, or the text of a memory, fact or episode. */
export const chunks = sqliteTable(
  "chunks",
  {
    /** Partition times 2^32, plus a number within it. */
    id: integer().primaryKey(),
    owner: text().notNull(),
    /** `person`, `agent:{slug}` or `room:{slug}`. */
    scope: text().notNull().default("person"),
    /** turn, file, memory, fact or episode. */
    kind: text().notNull(),
    /** Conversation id, file path, or the table the text comes from. */
    source: text().notNull(),
    /** Id within the source: message id, line range, row id. */
    key: text().notNull(),
    session: text().notNull().default(""),
    /** Position within the source: neighbours differ by one. */
    ordinal: integer().notNull(),
    speaker: text().notNull().default(""),
    role: text().notNull().default(""),
    agent: text().notNull().default(""),
    said_at: integer(),
    text: text().notNull(),
    hash: text().notNull(),
    line_start: integer(),
    line_end: integer(),
    /** Searched beside the text: words of the date, pairs of characters of scripts without spaces. */
    terms: text().notNull().default(""),
    /** A token of the source, so that the full-text index itself can stay within one conversation. */
    places: text().notNull(),
    created_at: integer().notNull(),
  },
  (table) => [
    uniqueIndex("chunks_by_key").on(table.owner, table.key, table.source),
    index("chunks_by_position").on(table.owner, table.source, table.ordinal),
  ],
);

/** A vector for each chunk where no Vectorize index is bound. `cell` is a locality-sensitive bucket. */
export const chunkVectors = sqliteTable(
  "chunk_vectors",
  {
    chunk_id: integer().primaryKey(),
    owner: text().notNull(),
    source: text().notNull(),
    model: text().notNull(),
    cell: integer().notNull(),
    /** Base64 of signed bytes, unit length times 127. */
    vector: text().notNull(),
  },
  (table) => [
    index("chunk_vectors_by_source").on(table.owner, table.source, table.model),
    index("chunk_vectors_by_cell").on(table.owner, table.model, table.cell),
  ],
);

export const embeddingCache = sqliteTable(
  "embedding_cache",
  {
    hash: text().notNull(),
    model: text().notNull(),
    vector: text().notNull(),
    created_at: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.hash, table.model] }),
    index("embedding_cache_by_age").on(table.created_at),
  ],
);

const provenance = {
  /** tool, extraction, consolidation, person or import. */
  origin: text().notNull(),
  conversation_id: text(),
  message_id: text(),
};

export const memories = sqliteTable(
  "memories",
  {
    id: text().primaryKey(),
    owner: text().notNull(),
    scope: text().notNull().default("person"),
    content: text().notNull(),
    /** Whom or what it is about, by its main name. */
    about: text().notNull().default(""),
    /** short_term or long_term. */
    tier: text().notNull(),
    tags: text().notNull().default("[]"),
    /** 0 to 1 at `last_accessed`; falls by `decay_rate` a cycle from then on. */
    priority: real().notNull(),
    decay_rate: real().notNull(),
    last_accessed: integer().notNull(),
    sticky: integer({ mode: "boolean" }).notNull().default(false),
    /** Of the normalised content: the same thing twice is one memory. */
    hash: text().notNull(),
    ...provenance,
    observed_at: integer().notNull(),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
    /** Set when it has faded out of search; a person can still see and restore it. */
    faded_at: integer(),
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
    created_at: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.source_id, table.target_id, table.relation] }),
    index("memory_edges_by_target").on(table.owner, table.target_id),
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
    ...provenance,
    updated_at: integer().notNull(),
  },
  (table) => [
    index("facts_by_entity").on(table.owner, table.entity_key, table.attribute_key),
    index("facts_by_owner").on(table.owner, table.retired_at, table.updated_at),
    index("facts_sticky").on(table.owner, table.sticky, table.scope),
  ],
);

/** What a stretch of a conversation was about. */
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

export const entityAliases = sqliteTable(
  "entity_aliases",
  {
    owner: text().notNull(),
    alias_key: text().notNull(),
    alias: text().notNull(),
    entity: text().notNull(),
    entity_key: text().notNull(),
    created_at: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.alias_key] }),
    index("entity_aliases_by_entity").on(table.owner, table.entity_key),
  ],
);

/** Small named values that an agent keeps before its eyes. */
export const memoryState = sqliteTable(
  "memory_state",
  {
    owner: text().notNull(),
    scope: text().notNull().default("person"),
    key: text().notNull(),
    value: text().notNull(),
    updated_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.scope, table.key] })],
);

/** How far extraction and consolidation have come in each source, so that both can stop and go on. */
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

/** What was last indexed and consolidated of each file. */
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
