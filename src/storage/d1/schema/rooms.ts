/** D1 tables of rooms, of visits to them, and of crises there. Times are ms since the epoch. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const rooms = sqliteTable(
  "rooms",
  {
    slug: text().primaryKey(),
    /** Id of a person; null: the instance's. */
    owner: text(),
    /** JSON of all other settable fields, parsed by src/rooms/fields.ts. */
    fields: text().notNull(),
    version: integer().notNull().default(1),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (table) => [index("rooms_by_owner").on(table.owner)],
);

/** Each version in full, including the current one. */
export const roomVersions = sqliteTable(
  "room_versions",
  {
    slug: text().notNull(),
    version: integer().notNull(),
    /** Id of a person; null: the instance's. */
    owner: text(),
    fields: text().notNull(),
    /** loaded, created, edited or restored. */
    change: text().notNull(),
    /** The version that was restored. */
    restored_from: integer(),
    /** Id of a person; null: it came with Nightjar, or is unknown. */
    by: text(),
    at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.slug, table.version] })],
);

/** Index of visits: the visit's conversation holds the rest. */
export const visits = sqliteTable(
  "visits",
  {
    /** Id of the conversation. */
    id: text().primaryKey(),
    /** Slug. */
    room: text().notNull(),
    /** Id of the person whose visit it is. */
    owner: text().notNull(),
    /** active, warning_15min, kicked or ended. */
    status: text().notNull(),
    started_at: integer().notNull(),
    ended_at: integer(),
    message_count: integer().notNull().default(0),
    /** Whether others may join it. */
    is_shared: integer({ mode: "boolean" }).notNull().default(false),
    /** Whether it is a thread's conversation, which is found only through that thread. */
    is_in_thread: integer({ mode: "boolean" }).notNull().default(false),
    /** JSON; null: unknown. */
    weather: text(),
    /** JSON: the host's memory of it, once it has ended. */
    kept: text(),
  },
  (table) => [
    index("visits_of_person").on(table.owner, table.room, table.started_at),
    index("visits_of_room").on(table.room, table.started_at),
  ],
);

/** Visits that a person joined and somebody else began: each counts as theirs too. */
export const joinedVisits = sqliteTable(
  "joined_visits",
  {
    /** Id of the conversation. */
    visit: text().notNull(),
    /** Id of the person who joined. */
    owner: text().notNull(),
    /** Slug. */
    room: text().notNull(),
    joined_at: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.visit, table.owner] }),
    index("joined_visits_of").on(table.owner, table.room, table.joined_at),
  ],
);

/** Time of each person's last crisis in a room. */
export const roomCares = sqliteTable(
  "room_cares",
  {
    room: text().notNull(),
    /** Id of the person. */
    owner: text().notNull(),
    crisis_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.room, table.owner] }), index("room_cares_of").on(table.owner)],
);
