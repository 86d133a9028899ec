/**
 * Tables of search: passages, their vectors, and a cache of embeddings that were paid for already. `chunks`
 * is the index over everything; triggers keep its FTS5 table in step (custom migration). Times are ms since
 * the epoch.
 */
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { trust } from "./trust.ts";

/**
 * Partitions of the index, by owner and scope: the passages of a partition have ids from `id` times 2^32 on.
 * A search reads a range of ids, and so never sees passages that its reader may not.
 */
export const memoryPartitions = sqliteTable(
  "memory_partitions",
  {
    id: integer().primaryKey(),
    owner: text().notNull(),
    /** `person`, `agent:{slug}` or `room:{slug}`. */
    scope: text().notNull(),
    /** Incremented by a trigger when a passage is changed or removed, which invalidates earlier readings. */
    edits: integer().notNull().default(0),
  },
  (table) => [uniqueIndex("memory_partitions_by_owner").on(table.owner, table.scope)],
);

/**
 * One passage that search can return: a turn, a piece of a file, or the text of a memory, fact or episode.
 */
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
    /** A token of the source, so that a full-text query can stay within one conversation. */
    places: text().notNull(),
    trust: trust(),
    created_at: integer().notNull(),
  },
  (table) => [
    uniqueIndex("chunks_by_key").on(table.owner, table.key, table.source),
    index("chunks_by_position").on(table.owner, table.source, table.ordinal),
  ],
);

/** A vector for each chunk if no Vectorize index is bound. `cell` is a locality-sensitive bucket. */
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
