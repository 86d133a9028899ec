/** Preferences in D1: one row per person, from their first preference on. */
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

  /** All null if the person has set none. */
  async get(person_id: string): Promise<Preferences> {
    const rows = await this.db
      .select()
      .from(preferences)
      .where(eq(preferences.person_id, person_id))
      .limit(1);
    return rows[0] === undefined ? NO_PREFERENCES : plain(rows[0]);
  }

  /** Changes the named preferences; null removes one. */
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
