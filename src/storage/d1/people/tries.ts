/** Rate limits for the whole instance: one row per counted name. */
import { and, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { type Allowance, costOf, waitOf } from "../../../domain/time/rate-limiter.ts";
import { sha256Hex } from "../../../platform/digest.ts";
import type { Database } from "../database.ts";
import { tries } from "../schema/limits.ts";

export interface CountedTry {
  /** The counted name in clear text; only its hash is stored. */
  name: string;
  allowance: Allowance;
}

export class Tries {
  private readonly db: Database;
  private readonly now: () => number;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
  }

  /**
   * Counts one more of each, in one round trip; returns the seconds to wait if a limit is reached, otherwise
   * 0.
   */
  async take(counted: readonly CountedTry[]): Promise<number> {
    const now = this.now();
    const rows = await Promise.all(counted.map(hashed));
    const ended = this.db.delete(tries).where(lt(tries.spent_until, now));
    const [, ...taken] = await this.db.batch([ended, ...rows.map((row) => this.counting(row, now))]);
    return taken.every(({ length }) => length > 0) ? 0 : this.longestWait(rows, now);
  }

  /** Whether an earlier count has not expired yet. Counts nothing. */
  async isCounted(name: string): Promise<boolean> {
    const name_hash = await sha256Hex(name);
    const isStill = and(eq(tries.name_hash, name_hash), gt(tries.spent_until, this.now()));
    return (await this.db.select().from(tries).where(isStill).limit(1)).length > 0;
  }

  /** Undoes a count of `take`: it was no failure. */
  async giveBack(counted: readonly CountedTry[]): Promise<void> {
    for (const { name_hash, allowance } of await Promise.all(counted.map(hashed))) {
      const spent_until = sql`${tries.spent_until} - ${Math.ceil(costOf(allowance))}`;
      await this.db.update(tries).set({ spent_until }).where(eq(tries.name_hash, name_hash));
    }
  }

  /** Changes and returns nothing if the limit is reached. */
  private counting({ name_hash, allowance }: Row, now: number) {
    const cost = Math.ceil(costOf(allowance));
    const spent = sql`max(${tries.spent_until}, ${now}) + ${cost}`;
    return this.db
      .insert(tries)
      .values({ name_hash, spent_until: now + cost })
      .onConflictDoUpdate({
        target: tries.name_hash,
        set: { spent_until: spent },
        setWhere: sql`${spent} <= ${now + allowance.seconds * 1000}`,
      })
      .returning({ spent_until: tries.spent_until });
  }

  private async longestWait(rows: readonly Row[], now: number): Promise<number> {
    const hashes = rows.map(({ name_hash }) => name_hash);
    const found = await this.db.select().from(tries).where(inArray(tries.name_hash, hashes));
    const until = new Map(found.map(({ name_hash, spent_until }) => [name_hash, spent_until]));
    const waits = rows.map(({ name_hash, allowance }) => waitOf(allowance, until.get(name_hash) ?? now, now));
    return Math.max(1, ...waits);
  }
}

interface Row {
  name_hash: string;
  allowance: Allowance;
}

async function hashed({ name, allowance }: CountedTry): Promise<Row> {
  return { name_hash: await sha256Hex(name), allowance };
}
