/** All tables of one kind of object, and how one that was made by an earlier version comes up to date. */
import { int, key } from "./column.ts";
import { type CommitView, commitView, DROP_VIEW, type HotChange } from "./commit-view.ts";
import { additionsTo, makingOf, type Table, table } from "./table.ts";

export interface Schema {
  readonly version: number;
  readonly tables: readonly Table[];
  readonly commits: CommitView;
  readonly corrections: readonly Correction[];
}

/** Brings values that versions before `since` wrote to what they mean today. */
export interface Correction {
  since: number;
  /** Where it was never made there is nothing to correct. */
  table: Table;
  statement: string;
}

export interface SchemaOptions {
  tables: readonly Table[];
  /** The version that last changed what a commit may hold, beside columns of its tables. */
  commitsSince?: number;
  changes?: readonly HotChange[];
  corrections?: readonly Correction[];
}

/** The versions that an object has been brought to. */
export const migrations = table("migrations", {}, { version: key(int()) });

/** A schema's version is the highest of its columns, tables, indexes and corrections. */
export function schemaOf({
  tables,
  changes = [],
  corrections = [],
  commitsSince = 1,
}: SchemaOptions): Schema {
  const versions = [...tables.flatMap(versionsIn), ...corrections.map(({ since }) => since), commitsSince];
  return { version: Math.max(...versions), tables, commits: commitView(tables, changes), corrections };
}

function versionsIn({ since, columns, indexes }: Table): number[] {
  return [
    since,
    ...Object.values(columns).map(({ addedIn }) => addedIn),
    ...indexes.map((index) => index.since ?? 0),
  ];
}

/** Makes the tables of a new object. */
export function creationOf({ version, tables, commits }: Schema): string[] {
  const born = tables.filter(({ isBorn }) => isBorn);
  return [...makingOf(migrations), ...born.flatMap(makingOf), ...commits.making, reached(version)];
}

/**
 * Brings those of an older one up to date. What it never made is left to be made when it is needed, as it is
 * described today; the view is made anew, as a table that it writes to may have a column more.
 */
export function upgradeOf(schema: Schema, version: number, isThere: (table: Table) => boolean): string[] {
  const { tables, commits, corrections } = schema;
  const missing = tables.filter((one) => !one.isLate && !isThere(one));
  const standing = tables.filter(isThere);
  const due = corrections.filter(({ since, table }) => since > version && isThere(table));
  return [
    ...missing.flatMap(makingOf),
    ...standing.flatMap((one) => additionsTo(one, version)),
    DROP_VIEW,
    ...commits.making,
    ...due.map(({ statement }) => statement),
    reached(schema.version),
  ];
}

function reached(version: number): string {
  return `INSERT INTO migrations (version) VALUES (${version})`;
}
