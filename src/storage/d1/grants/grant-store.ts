/** Grants of owners: what is claimed for a call, listed, changed and ended. */
import { and, eq, isNotNull, lt, or, sql } from "drizzle-orm";
import type { GrantClaim, GrantsPort } from "../../../agent/ports/grants.ts";
import type { Grant, GrantId, GrantTerms } from "../../../domain/grants/grant.ts";
import type { Ids } from "../../../domain/ids.ts";
import type { Log } from "../../../observability/log-port.ts";
import type { Database } from "../database.ts";
import { grants, grantUses } from "../schema/grants.ts";
import { claim, insertGrants, isStanding } from "./claim.ts";
import { grantOf } from "./rows.ts";

/** A grant with how much of it is used up. */
export interface StandingGrant extends Grant {
  uses: number;
  spent: number;
  /** ms since the epoch; null: not used yet. */
  last_used_at: number | null;
}

/** The terms of a grant that may be changed. */
export type GrantChange = Partial<
  Pick<GrantTerms, "to" | "ends_at" | "max_uses" | "max_amount" | "after_reading">
>;

/** ms that an ended grant is kept: longer than any turn in which it was given. */
const KEPT_MS = 30 * 86_400_000;

interface GrantStoreDeps {
  db: Database;
  ids: Ids;
  now(): number;
  log: Pick<Log, "warn">;
}

export class D1GrantStore implements GrantsPort {
  private readonly deps: GrantStoreDeps;

  constructor(deps: GrantStoreDeps) {
    this.deps = deps;
  }

  async claim(claimed: GrantClaim): Promise<boolean> {
    const { db, now, log } = this.deps;
    try {
      return await claim(db, claimed, now());
    } catch (problem) {
      log.warn("grant_not_read", { problem: String(problem) });
      return false;
    }
  }

  /** Idempotent by id. */
  async put(owner: string, given: readonly Grant[]): Promise<void> {
    await insertGrants(this.deps.db, owner, given);
  }

  async give(owner: string, terms: GrantTerms): Promise<GrantId> {
    const { ids, now } = this.deps;
    const grant = { ...terms, id: ids.create("gnt"), granted_at: now() };
    await this.put(owner, [grant]);
    return grant.id;
  }

  /** Standing grants, the newest first. */
  async list(owner: string): Promise<StandingGrant[]> {
    const { db, now } = this.deps;
    const rows = await db
      .select({
        grant: grants,
        uses: sql<number>`count(${grantUses.call_key})`,
        spent: sql<number>`coalesce(sum(${grantUses.amount}), 0)`,
      })
      .from(grants)
      .leftJoin(grantUses, eq(grantUses.grant_id, grants.id))
      .where(and(eq(grants.owner, owner), isStanding(now())))
      .groupBy(grants.id);
    const standing = rows.map(({ grant, uses, spent }) => ({
      ...grantOf(grant),
      ...{ uses, spent, last_used_at: grant.last_used_at },
    }));
    return standing.filter(isLeft).sort((a, b) => b.granted_at - a.granted_at);
  }

  /** False: none such stands. */
  async change(owner: string, id: string, change: GrantChange): Promise<boolean> {
    return this.update(owner, id, change);
  }

  /** Ends the grant from the next call on. False: there is none. */
  async end(owner: string, id: string): Promise<boolean> {
    return this.update(owner, id, { ended_at: this.deps.now() });
  }

  /** Removes those that ended a month ago, with their uses. */
  async prune(): Promise<void> {
    const { db, now } = this.deps;
    const before = now() - KEPT_MS;
    const isOver = or(
      lt(grants.ended_at, before),
      and(isNotNull(grants.ends_at), lt(grants.ends_at, before)),
    );
    const over = await db.delete(grants).where(isOver).returning({ id: grants.id });
    for (const { id } of over) await db.delete(grantUses).where(eq(grantUses.grant_id, id));
  }

  private async update(
    owner: string,
    id: string,
    values: GrantChange & { ended_at?: number },
  ): Promise<boolean> {
    if (Object.keys(values).length === 0) return true;
    const { db, now } = this.deps;
    const isTheirs = and(eq(grants.id, id), eq(grants.owner, owner), isStanding(now()));
    return (await db.update(grants).set(values).where(isTheirs).returning({ id: grants.id })).length > 0;
  }
}

function isLeft({ max_uses, uses, max_amount, spent }: StandingGrant): boolean {
  return (max_uses === null || uses < max_uses) && (max_amount === null || spent < max_amount);
}
