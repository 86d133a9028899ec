/** Deliveries to hooks in D1: each is stored before it is handled; the last ones are kept. */
import { and, between, desc, eq, lt, notExists, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { HookDelivery } from "../../../hooks/hook.ts";
import type { DeliveryOutcome, DeliveryStore } from "../../../hooks/ports.ts";
import type { Database } from "../database.ts";
import { hookDeliveries as deliveries, hooks } from "../schema/hooks.ts";

/** Deliveries kept per hook. */
const KEPT = 100;

export function createDeliveryStore(db: Database): DeliveryStore {
  return {
    async begin(delivery) {
      const [inserted] = await db.batch([
        db.insert(deliveries).values(delivery).onConflictDoNothing().returning(),
        outdated(db, delivery),
      ]);
      const [added] = inserted;
      if (added) return { delivery: deliveryOf(added), isNew: true };
      const [earlier] = await db.select().from(deliveries).where(sameAs(delivery));
      // The earlier row was deleted between the two statements, so this one can be inserted after all.
      return earlier ? { delivery: deliveryOf(earlier), isNew: false } : this.begin(delivery);
    },
    async settle(delivery, outcome) {
      await db.batch([
        db.update(deliveries).set(changeBy(outcome)).where(eq(deliveries.id, delivery.id)),
        db
          .update(hooks)
          .set({
            last_at: delivery.at,
            last_status: outcome.status,
            ...(delivery.status === "received" && { deliveries: sql`${hooks.deliveries} + 1` }),
          })
          .where(eq(hooks.id, delivery.hook_id)),
      ]);
    },
    async list(hook, { limit, before }) {
      const isBefore = before === undefined ? undefined : lt(deliveries.id, before);
      const rows = await db
        .select()
        .from(deliveries)
        .where(and(eq(deliveries.hook_id, hook), isBefore))
        .orderBy(desc(deliveries.id))
        .limit(limit);
      return rows.map(deliveryOf);
    },
    async get(hook, id) {
      const [row] = await db
        .select()
        .from(deliveries)
        .where(and(eq(deliveries.hook_id, hook), eq(deliveries.id, id)));
      return row && deliveryOf(row);
    },
    async cutOff({ from, until }, limit) {
      const isCutOff = and(eq(deliveries.status, "received"), between(deliveries.at, from, until));
      const rows = await db.select().from(deliveries).where(isCutOff).orderBy(deliveries.at).limit(limit);
      return rows.map(deliveryOf);
    },
  };
}

/** All but the newest of its hook; all of them if the hook was removed meanwhile. */
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
  // Only this store writes the columns, from the same type.
  return row as HookDelivery;
}
