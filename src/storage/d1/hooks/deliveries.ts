/** Deliveries to hooks in D1: each is stored before it is handled; the last ones are kept. */
import { and, between, desc, eq, lt, notExists, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { HookDelivery, HookId } from "../../../hooks/hook.ts";
import type { DeliveryOutcome, DeliveryStore } from "../../../hooks/ports.ts";
import type { Database } from "../database.ts";
import { hookDeliveries as deliveries, hooks } from "../schema/hooks.ts";

/** Deliveries kept per hook. */
const KEPT = 100;

export class D1DeliveryStore implements DeliveryStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async begin(delivery: HookDelivery): Promise<{ delivery: HookDelivery; isNew: boolean }> {
    const [inserted] = await this.db.batch([
      this.db.insert(deliveries).values(delivery).onConflictDoNothing().returning(),
      outdated(this.db, delivery),
    ]);
    const [added] = inserted;
    if (added) return { delivery: deliveryOf(added), isNew: true };
    const [earlier] = await this.db.select().from(deliveries).where(sameAs(delivery));
    // The earlier row was deleted between the two statements, so this one can be inserted after all.
    return earlier ? { delivery: deliveryOf(earlier), isNew: false } : this.begin(delivery);
  }

  async settle(delivery: HookDelivery, outcome: DeliveryOutcome): Promise<void> {
    await this.db.batch([
      this.db.update(deliveries).set(changeBy(outcome)).where(eq(deliveries.id, delivery.id)),
      this.db
        .update(hooks)
        .set({
          last_at: delivery.at,
          last_status: outcome.status,
          ...(delivery.status === "received" && { deliveries: sql`${hooks.deliveries} + 1` }),
        })
        .where(eq(hooks.id, delivery.hook_id)),
    ]);
  }

  async list(
    hook: HookId,
    { limit, before }: { limit: number; before?: string | undefined },
  ): Promise<HookDelivery[]> {
    const isBefore = before === undefined ? undefined : lt(deliveries.id, before);
    const rows = await this.db
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.hook_id, hook), isBefore))
      .orderBy(desc(deliveries.id))
      .limit(limit);
    return rows.map(deliveryOf);
  }

  async get(hook: HookId, id: string): Promise<HookDelivery | undefined> {
    const [row] = await this.db
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.hook_id, hook), eq(deliveries.id, id)));
    return row && deliveryOf(row);
  }

  async cutOff({ from, until }: { from: number; until: number }, limit: number): Promise<HookDelivery[]> {
    const isCutOff = and(eq(deliveries.status, "received"), between(deliveries.at, from, until));
    const rows = await this.db.select().from(deliveries).where(isCutOff).orderBy(deliveries.at).limit(limit);
    return rows.map(deliveryOf);
  }
}

/** All but the newest of its hook; all of them if the hook was removed in the meantime. */
function outdated(db: Database, { hook_id }: HookDelivery) {
  const { id } = deliveries;
  const isOf = eq(deliveries.hook_id, hook_id);
  const newest = db.select({ id }).from(deliveries).where(isOf).orderBy(desc(id)).limit(KEPT);
  const known = db.select({ id: hooks.id }).from(hooks).where(eq(hooks.id, hook_id));
  return db.delete(deliveries).where(and(isOf, or(notInArray(id, newest), notExists(known))));
}

function sameAs({ hook_id, key, digest }: HookDelivery): SQL | undefined {
  const same = [
    ...(key === null ? [] : [eq(deliveries.key, key)]),
    ...(digest === null ? [] : [eq(deliveries.digest, digest)]),
  ];
  return and(eq(deliveries.hook_id, hook_id), or(...same));
}

function changeBy({ status, reason, conversation_id }: DeliveryOutcome) {
  return { status, reason: reason ?? null, ...(conversation_id !== undefined && { conversation_id }) };
}

function deliveryOf(row: typeof deliveries.$inferSelect): HookDelivery {
  // The columns are written by this store alone, from the same type.
  return row as HookDelivery;
}
