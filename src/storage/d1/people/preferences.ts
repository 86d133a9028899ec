/** Preferences in D1: a row a person, from their first one on. */
import { eq } from "drizzle-orm";
import { NO_PREFERENCES, type Preferences } from "../../../people/preferences.ts";
import type { Database } from "../database.ts";
import { preferences } from "../schema/people.ts";

export class PreferenceStore {
  private readonly db: Database;
  private readonly now: () => number;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
  }

  /** Of somebody who never said any: all null. */
  async get(person_id: string): Promise<Preferences> {
    const rows = await this.db
      .select()
      .from(preferences)
      .where(eq(preferences.person_id, person_id))
      .limit(1);
    return rows[0] === undefined ? NO_PREFERENCES : plain(rows[0]);
  }

  /** Changes what is named; null takes a preference back. */
  async change(person_id: string, change: Partial<Preferences>): Promise<Preferences> {
    const set = { ...change, updated_at: this.now() };
    const rows = await this.db
      .insert(preferences)
      .values({ person_id, ...set })
      .onConflictDoUpdate({ target: preferences.person_id, set })
      .returning();
    return rows[0] === undefined ? NO_PREFERENCES : plain(rows[0]);
  }
}

function plain({ person_id: _, updated_at: __, ...said }: typeof preferences.$inferSelect): Preferences {
  return said;
}
