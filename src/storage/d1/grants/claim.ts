/** Claim of a grant: whether one covers a call, and the count of its use, in writes that no crash can split. */
import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { GrantClaim } from "../../../agent/ports/grants.ts";
import { amountOf, covers, isHeldBy } from "../../../domain/grants/coverage.ts";
import type { Grant } from "../../../domain/grants/grant.ts";
import type { Database } from "../database.ts";
import { grants, grantUses } from "../schema/grants.ts";
import { grantOf, valuesOf } from "./rows.ts";

/** Rejects when D1 does. */
export async function claim(db: Database, claimed: GrantClaim, now: number): Promise<boolean> {
  const { holder, call, fresh } = claimed;
  await insertGrants(db, holder.owner, fresh);
  const rows = await db
    .select()
    .from(grants)
    .where(and(isStanding(now), isOf(holder.owner, call.tool)));
  const fitting = rows.map(grantOf).filter((grant) => isHeldBy(grant, holder) && covers(grant, call, now));
  // Grants that count nothing are used before those that would be used up.
  fitting.sort((a, b) => Number(isCounted(a)) - Number(isCounted(b)));
  for (const grant of fitting) if (await use(db, { grant, claimed, now })) return true;
  return false;
}

/** Idempotent: one that was ended meanwhile stays ended. */
export async function insertGrants(db: Database, owner: string, given: readonly Grant[]): Promise<void> {
  if (given.length === 0) return;
  const values = given.map((grant) => ({ owner, ...valuesOf(grant) }));
  await db.insert(grants).values(values).onConflictDoNothing();
}

export function isStanding(now: number) {
  return and(isNull(grants.ended_at), or(isNull(grants.ends_at), gt(grants.ends_at, now)));
}

function isOf(owner: string, tool: string) {
  return and(eq(grants.owner, owner), eq(grants.tool, tool));
}

function isCounted({ max_uses, max_amount }: Grant): boolean {
  return max_uses !== null || max_amount !== null;
}

interface Use {
  grant: Grant;
  claimed: GrantClaim;
  now: number;
}

/** Claim in two statements: the first compares what is left and writes the use, the second says whether it is there. */
async function use(db: Database, of: Use): Promise<boolean> {
  const { grant, claimed, now } = of;
  const isThis = eq(grants.id, grant.id);
  const noted = db
    .update(grants)
    .set({ last_used_at: now })
    .where(and(isThis, isStanding(now)));
  if (!isCounted(grant)) return (await noted.returning({ id: grants.id })).length > 0;
  const isClaimed = and(eq(grantUses.grant_id, grant.id), eq(grantUses.call_key, claimed.key));
  const [, found] = await db.batch([
    useOf(db, of),
    db.select({ key: grantUses.call_key }).from(grantUses).where(isClaimed),
    noted,
  ]);
  return found.length > 0;
}

/** Columns in the order of the table. */
function useOf(db: Database, { grant: { id }, claimed: { call, key }, now }: Use) {
  const amount = amountOf(call);
  const uses = sql`(SELECT count(*) FROM ${grantUses} WHERE ${grantUses.grant_id} = ${id})`;
  const spent = sql`(SELECT coalesce(sum(${grantUses.amount}), 0) FROM ${grantUses} WHERE ${grantUses.grant_id} = ${id})`;
  const isLeft = and(
    or(isNull(grants.max_uses), sql`${uses} < ${grants.max_uses}`),
    or(isNull(grants.max_amount), sql`${spent} + ${amount} <= ${grants.max_amount}`),
  );
  const made = sql`SELECT ${id}, ${key}, ${grants.owner}, ${amount}, ${now} FROM ${grants}
    WHERE ${and(eq(grants.id, id), isStanding(now), isLeft)}`;
  return db.insert(grantUses).select(made).onConflictDoNothing();
}
