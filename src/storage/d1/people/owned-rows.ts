/** Rows in D1 that belong to one person. Each part names the tables of its own. */
import { eq, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../database.ts";

/** A table whose rows carry the id of their person. */
export type PersonTable = SQLiteTable & ({ owner: SQLiteColumn } | { person_id: SQLiteColumn });

/** Rows of a table that says in another way whose they are. */
export interface OwnedRows {
  table: SQLiteTable;
  of(person: string): SQL | undefined;
}

export function ownedRows(owned: PersonTable | OwnedRows): OwnedRows {
  if ("of" in owned) return owned;
  const column = "owner" in owned ? owned.owner : owned.person_id;
  return { table: owned, of: (person) => eq(column, person) };
}

/** Idempotent. */
export async function eraseOwnedRows(
  db: Database,
  owned: readonly (PersonTable | OwnedRows)[],
  person: string,
): Promise<void> {
  for (const { table, of } of owned.map(ownedRows)) await db.delete(table).where(of(person));
}
