/** Capabilities in D1, separate for each owner. */
import { and, asc, desc, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import type { Capability } from "../../../capabilities/catalog/capability.ts";
import type { CapabilityStore, NewVersion } from "../../../capabilities/catalog/store.ts";
import type { Database } from "../database.ts";
import {
  capabilities,
  capabilityCalls,
  capabilityShares,
  capabilityVersions,
} from "../schema/capabilities.ts";
import { capabilityOf, declaredRow, versionOf } from "./rows.ts";
import { createShareStore } from "./shares.ts";

const { owner: ofOwner, name: named, id: ofId, build_id: ofBuild } = capabilities;

export function createCapabilityStore(db: Database, now: () => number): CapabilityStore {
  return {
    ...createShareStore(db),
    async add({ input_schema, ...plain }) {
      const row = { ...plain, input_schema: JSON.stringify(input_schema), status: "building" };
      const added = await db
        .insert(capabilities)
        .values({ ...row, created_at: now(), updated_at: now() })
        .onConflictDoNothing()
        .returning({ id: ofId });
      return added.length > 0;
    },
    async list(owner) {
      const rows = await db.select().from(capabilities).where(eq(ofOwner, owner)).orderBy(asc(named));
      return rows.map(capabilityOf);
    },
    async get(owner, name) {
      const [row] = await db
        .select()
        .from(capabilities)
        .where(and(eq(ofOwner, owner), eq(named, name)));
      return row && capabilityOf(row);
    },
    async update({ id, owner }, { agents, ...plain }, whileBuild) {
      const isBuild = whileBuild === null ? isNull(ofBuild) : whileBuild && eq(ofBuild, whileBuild);
      const updated = await db
        .update(capabilities)
        .set({ ...plain, ...(agents && { agents: JSON.stringify(agents) }), updated_at: now() })
        .where(and(eq(ofId, id), eq(ofOwner, owner), isBuild || undefined))
        .returning({ id: ofId });
      return updated.length > 0;
    },
    addVersion: (capability, version) => addVersion({ db, now }, capability, version),
    async versions(id) {
      const rows = await db
        .select()
        .from(capabilityVersions)
        .where(eq(capabilityVersions.capability_id, id))
        .orderBy(desc(capabilityVersions.version));
      return rows.map(versionOf);
    },
    async remove({ id, owner }) {
      const versions = db.delete(capabilityVersions).where(eq(capabilityVersions.capability_id, id));
      const calls = db.delete(capabilityCalls).where(eq(capabilityCalls.capability_id, id));
      const row = db.delete(capabilities).where(and(eq(ofId, id), eq(ofOwner, owner)));
      const shared = db.delete(capabilityShares).where(eq(capabilityShares.capability_id, id));
      const [, , , gone] = await db.batch([versions, calls, shared, row.returning({ id: ofId })]);
      return gone.length > 0;
    },
  };
}

/**
 * Both statements have the same condition, so nothing is written for the second of two concurrent calls, or
 * for a build that is over.
 */
async function addVersion(
  { db, now }: { db: Database; now: () => number },
  capability: Seen,
  version: NewVersion,
): Promise<boolean> {
  const { digest, files, tests, change, restored_from, ...declared } = version;
  const { id, owner, build_id } = capability;
  const number = capability.version + 1;
  const row: NewRow = {
    ...{ capability_id: id, owner, version: number, ...declaredRow(declared) },
    ...{ digest, files: JSON.stringify(files), tests, change, restored_from, created_at: now() },
  };
  // Restoring a version does not end a build under way.
  const building = change === "restored" ? build_id : null;
  const inUse = { version: number, status: "active", build_id: building, problem: null, failures_in_row: 0 };
  const [, changed] = await db.batch([
    db.insert(capabilityVersions).select(whileItIs(capability, row)),
    db
      .update(capabilities)
      .set({ ...declaredRow(declared), ...inUse, updated_at: now() })
      .where(isAs(capability))
      .returning({ id: ofId }),
  ]);
  return changed.length > 0;
}

type NewRow = Required<typeof capabilityVersions.$inferInsert>;
type Seen = Pick<Capability, "id" | "owner" | "version" | "build_id">;

/** The row, if the capability is unchanged. Columns are in the order of the schema. */
function whileItIs(seen: Seen, row: NewRow): SQL {
  const names = Object.keys(getTableColumns(capabilityVersions)) as (keyof NewRow)[];
  const values = names.map((name) => sql`${row[name]}`);
  return sql`select ${sql.join(values, sql`, `)} from ${capabilities} where ${isAs(seen)}`;
}

function isAs({ id, owner, version, build_id }: Seen): SQL | undefined {
  const isBuild = build_id === null ? isNull(ofBuild) : eq(ofBuild, build_id);
  return and(eq(ofId, id), eq(ofOwner, owner), eq(capabilities.version, version), isBuild);
}
