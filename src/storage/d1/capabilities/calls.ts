/** Calls of capabilities in D1: all are counted, the last ones stored. */
import { and, desc, eq, lt, notExists, notInArray, or, sql } from "drizzle-orm";
import type { CapabilityId } from "../../../capabilities/catalog/capability.ts";
import type { CallStore, CapabilityCall } from "../../../capabilities/use/ports.ts";
import type { Database } from "../database.ts";
import { capabilities, capabilityCalls } from "../schema/capabilities.ts";

/** Calls stored per capability. */
const KEPT = 100;

const { id: ofCall, capability_id: ofCapability } = capabilityCalls;

export class D1CallStore implements CallStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async record(call: CapabilityCall, { isApart = false }: { isApart?: boolean } = {}): Promise<number> {
    const isCapability = eq(capabilities.id, call.capability_id);
    const isOf = eq(ofCapability, call.capability_id);
    const known = this.db.select({ id: capabilities.id }).from(capabilities).where(isCapability);
    const newest = this.db
      .select({ id: ofCall })
      .from(capabilityCalls)
      .where(isOf)
      .orderBy(desc(ofCall))
      .limit(KEPT);
    const [counted] = await this.db.batch([
      this.db
        .update(capabilities)
        .set(isApart ? apart(call) : countsOf(call))
        .where(isCapability)
        .returning({ failures: capabilities.failures_in_row }),
      this.db.insert(capabilityCalls).values(call),
      // A call that ends after its capability was removed is not stored.
      this.db.delete(capabilityCalls).where(and(isOf, or(notInArray(ofCall, newest), notExists(known)))),
    ]);
    return counted[0]?.failures ?? 0;
  }

  async list(
    id: CapabilityId,
    { limit, before }: { limit: number; before?: string | undefined },
  ): Promise<CapabilityCall[]> {
    const isBefore = before === undefined ? undefined : lt(ofCall, before);
    const rows = await this.db
      .select()
      .from(capabilityCalls)
      .where(and(eq(ofCapability, id), isBefore))
      .orderBy(desc(ofCall))
      .limit(limit);
    return rows.map((row) => ({ ...row, capability_id: row.capability_id as CapabilityId }));
  }
}

/**
 * A call with another user's input: counted, but its failure does not move the capability towards being
 * disabled.
 */
function apart({ ok, at }: CapabilityCall) {
  const { failures_in_row: _row, ...counts } = countsOf({ ok, at });
  return counts;
}

function countsOf({ ok, at }: Pick<CapabilityCall, "ok" | "at">) {
  return {
    calls: sql`${capabilities.calls} + 1`,
    failures: sql`${capabilities.failures} + ${ok ? 0 : 1}`,
    failures_in_row: ok ? 0 : sql`${capabilities.failures_in_row} + 1`,
    last_called_at: at,
  };
}
