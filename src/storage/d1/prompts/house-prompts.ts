/** Versions of the house's prompts in D1, and the cache of those that hold. */
import { desc, eq, sql } from "drizzle-orm";
import { SwrCache } from "../../../platform/swr-cache.ts";
import type { Database } from "../database.ts";
import { housePromptVersions as table } from "../schema/prompts.ts";

export type HousePromptVersion = typeof table.$inferSelect;

/** Another isolate's edit holds here after so long. */
const FRESH_MS = 10_000;
const ALL = "all";
const NONE: ReadonlyMap<string, string> = new Map();
const MOST_LISTED = 100;

export class D1HousePrompts {
  private readonly db: Database;
  private readonly now: () => number;
  private readonly cache: SwrCache<ReadonlyMap<string, string>>;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
    this.cache = new SwrCache({ now, fresh_ms: FRESH_MS, read: () => this.texts() });
  }

  /** Texts that hold in place of the shipped ones, from memory; older ones are read again behind the call. */
  edited(): ReadonlyMap<string, string> {
    const known = this.cache.entry(ALL);
    if (!known || known.age_ms >= FRESH_MS) this.cache.refresh(ALL);
    return known?.value ?? NONE;
  }

  /** Undefined once they have been read; until then a turn waits for them. Rejects when D1 does not answer. */
  ready(): Promise<unknown> | undefined {
    return this.cache.known(ALL) ? undefined : this.cache.anew(ALL);
  }

  /** The newest version of each prompt that was ever edited. */
  newest(): Promise<HousePromptVersion[]> {
    const last = this.db
      .select({ name: table.name, version: sql<number>`max(${table.version})`.as("version") })
      .from(table)
      .groupBy(table.name);
    return this.db.select().from(table).where(sql`(${table.name}, ${table.version}) IN (${last})`);
  }

  /** Newest first. */
  versions(name: string): Promise<HousePromptVersion[]> {
    return this.db
      .select()
      .from(table)
      .where(eq(table.name, name))
      .orderBy(desc(table.version))
      .limit(MOST_LISTED);
  }

  /** False, without a change, when somebody else has made that version meanwhile. */
  async add(edit: Omit<HousePromptVersion, "at">): Promise<boolean> {
    const row = { ...edit, at: this.now() };
    const made = await this.db
      .insert(table)
      .values(row)
      .onConflictDoNothing()
      .returning({ name: table.name });
    this.cache.forget(ALL);
    await this.cache.anew(ALL);
    return made.length > 0;
  }

  private async texts(): Promise<ReadonlyMap<string, string>> {
    const rows = await this.newest();
    return new Map(rows.flatMap(({ name, text }) => (text === null ? [] : [[name, text] as const])));
  }
}
