/** D1 tables of rooms, of visits to them, and of the care that people have there. Times are ms since the epoch. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const rooms = sqliteTable(
  "rooms",
  {
    slug: text().primaryKey(),
    /** Id of a person; null: it is everybody's. */
    owner: text(),
    /** JSON: all else that may be set of it, parsed by src/rooms/fields.ts. */
    fields: text().notNull(),
    version: integer().notNull().default(1),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (table) => [index("rooms_by_owner").on(table.owner)],
);

/** Each version whole, the one that holds now among them. */
export const roomVersions = sqliteTable(
  "room_versions",
  {
    slug: text().notNull(),
    version: integer().notNull(),
    /** Id of a person; null: it was everybody's. */
    owner: text(),
    fields: text().notNull(),
    /** loaded, created, edited or restored. */
    change: text().notNull(),
    /** The version that was brought back. */
    restored_from: integer(),
    /** Id of a person; null: it came with Nightjar, or nobody knows. */
    by: text(),
    at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.slug, table.version] })],
);

/** The conversation of a visit tells the rest. */
export const visits = sqliteTable(
  "visits",
  {
    /** Of the conversation. */
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
    /** Whether others may come into it. */
    is_shared: integer({ mode: "boolean" }).notNull().default(false),
    /** Whether it is the conversation of a thread, which is found by that thread alone. */
    is_in_thread: integer({ mode: "boolean" }).notNull().default(false),
    /** JSON; null: nobody knows. */
    weather: text(),
    /** JSON: what the host remembers of it, once it has ended. */
    kept: text(),
  },
  (table) => [
    index("visits_of_person").on(table.owner, table.room, table.started_at),
    index("visits_of_room").on(table.room, table.started_at),
  ],
);

/** Visits that others began, and that somebody came into: each is one of theirs, too. */
export const joinedVisits = sqliteTable(
  "joined_visits",
  {
    /** Of the conversation. */
    visit: text().notNull(),
    /** Id of the person who came. */
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

/** Who was in danger in a room, and when last. */
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
