/** The schema of one kind of object, and the upgrade of an object made by an earlier version. */
import { int, key } from "./column.ts";
import { type CommitView, commitView, DROP_VIEW, type HotChange } from "./commit-view.ts";
import type { Standing } from "./standing.ts";
import { additionsTo, makingOf, type Table, table } from "./table.ts";

export interface Schema {
  readonly version: number;
  readonly needs: number;
  readonly tables: readonly Table[];
  readonly commits: CommitView;
  readonly corrections: readonly Correction[];
}

/** Corrects values that versions before `since` wrote to their present meaning. */
interface Correction {
  since: number;
  /** The correction is skipped when this table was never made. */
  table: Table;
  statement: string;
}

interface SchemaOptions {
  tables: readonly Table[];
  /** The version that last changed the possible parts of a commit, other than columns of its tables. */
  commitsSince?: number;
  changes?: readonly HotChange[];
  corrections?: readonly Correction[];
  /** Objects from before this version are inspected once more, whatever their recorded version says. */
  lookedAtSince?: number;
  /**
   * The oldest version whose code can open an object left by this one. A change that does more than add
   * raises it.
   */
  needs?: number;
}

/** The versions that an object was migrated to. */
export const migrations = table(
  "migrations",
  {},
  {
    version: key(int()),
    /** The oldest version whose code may open it from then on. */
    needs: int().since(12, 0),
  },
);

/** A schema's version is the highest of its columns, tables, indexes and corrections. */
export function schemaOf({
  tables,
  changes = [],
  corrections = [],
  commitsSince = 1,
  lookedAtSince = 1,
  needs = 0,
}: SchemaOptions): Schema {
  const corrected = corrections.map(({ since }) => since);
  const versions = [...tables.flatMap(versionsIn), ...corrected, commitsSince, lookedAtSince];
  const commits = commitView(tables, changes);
  return { version: Math.max(...versions), needs, tables, commits, corrections };
}

function versionsIn({ since, columns, indexes }: Table): number[] {
  return [
    since,
    ...Object.values(columns).map(({ addedIn }) => addedIn),
    ...indexes.map((index) => index.since ?? 0),
  ];
}

/** Statements that create the tables of a new object. */
export function creationOf(schema: Schema): string[] {
  const { tables, commits } = schema;
  const born = tables.filter(({ isBorn }) => isBorn);
  return [...makingOf(migrations), ...born.flatMap(makingOf), ...commits.making, reached(schema)];
}

/**
 * Statements that upgrade an older object. Late tables that it never made are left to be made on first use,
 * in their present form. The view is made anew, since one of its tables may have gained a column.
 */
export function upgradeOf(schema: Schema, version: number, found: Standing): string[] {
  const { tables, commits, corrections } = schema;
  const isThere = ({ name }: Table) => found.tables.has(name);
  const missing = tables.filter((one) => !one.isLate && !isThere(one));
  const due = corrections.filter(({ since, table }) => since > version && isThere(table));
  return [
    DROP_VIEW,
    ...missing.flatMap(makingOf),
    ...[migrations, ...tables].filter(isThere).flatMap((one) => additionsTo(one, found)),
    ...commits.making,
    ...due.map(({ statement }) => statement),
    reached(schema),
  ];
}

function reached({ version, needs }: Schema): string {
  return `INSERT INTO migrations (version, needs) VALUES (${version}, ${needs})`;
}
