/** Calls of capabilities in D1: counted for ever, the last ones kept. */
import { and, desc, eq, lt, notInArray, sql } from "drizzle-orm";
import type { CapabilityId } from "../../../capabilities/catalog/capability.ts";
import type { CallStore } from "../../../capabilities/use/ports.ts";
import type { Database } from "../database.ts";
import { capabilities, capabilityCalls } from "../schema/capabilities.ts";

/** Of each capability. */
const KEPT = 100;

export function createCallStore(db: Database): CallStore {
  const { id: ofCall, capability_id: ofCapability } = capabilityCalls;
  return {
    async record(call) {
      const [row] = await db
        .update(capabilities)
        .set({
          calls: sql`${capabilities.calls} + 1`,
          failures: sql`${capabilities.failures} + ${call.ok ? 0 : 1}`,
          failures_in_row: call.ok ? 0 : sql`${capabilities.failures_in_row} + 1`,
          last_called_at: call.at,
        })
        .where(eq(capabilities.id, call.capability_id))
        .returning({ failures: capabilities.failures_in_row });
      // A call that ends after its capability was removed leaves nothing behind.
      if (!row) return 0;
      const isOf = eq(ofCapability, call.capability_id);
      const newest = db
        .select({ id: ofCall })
        .from(capabilityCalls)
        .where(isOf)
        .orderBy(desc(ofCall))
        .limit(KEPT);
      await db.batch([
        db.insert(capabilityCalls).values(call),
        db.delete(capabilityCalls).where(and(isOf, notInArray(ofCall, newest))),
      ]);
      return row.failures;
    },
    async list(id, { limit, before }) {
      const isBefore = before === undefined ? undefined : lt(ofCall, before);
      const rows = await db
        .select()
        .from(capabilityCalls)
        .where(and(eq(ofCapability, id), isBefore))
        .orderBy(desc(ofCall))
        .limit(limit);
      return rows.map((row) => ({ ...row, capability_id: row.capability_id as CapabilityId }));
    },
  };
}
