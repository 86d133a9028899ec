/** Kinds of things that are stored with all their versions: a thing's settings are one JSON text. */
import type { SQL } from "drizzle-orm";
import type { FieldChange } from "../../../domain/text/changes.ts";
import type { agents, agentVersions } from "../schema/agents.ts";
import type { rooms, roomVersions } from "../schema/rooms.ts";

/** A file that comes with Nightjar and is loaded once. */
export interface BundledFile {
  /** For example `r2/agents/nightjar.md`. */
  path: string;
  text: string;
}

/** Columns of settings: their JSON, and those that stand outside of it. */
export interface FieldColumns {
  fields: string;
  owner?: string | null;
}

export interface VersionedKind<Fields> {
  /** In errors, with its article. */
  noun: "an agent" | "a room";
  table: typeof agents | typeof rooms;
  versions: typeof agentVersions | typeof roomVersions;
  /** Columns that both tables have besides, which a version takes over. */
  besides: { owner?: typeof rooms.owner };
  /** Rows that lists leave out. */
  listed?: SQL;
  columnsOf(fields: Fields): FieldColumns;
  /** Throws when the text holds no such settings. */
  fieldsOf(row: FieldColumns): Fields;
  changes(before: Fields, after: Fields): FieldChange[];
  /** Throws an AppError that names what is wrong in the file. */
  parse(text: string, path: string): { slug?: string; fields: Fields };
}
