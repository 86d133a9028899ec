/** Capabilities in D1, each owner's apart. */
import { and, asc, desc, eq, isNull } from "drizzle-orm";
import type { Capability, CapabilityId } from "../../../capabilities/catalog/capability.ts";
import type { CapabilityStore, NewVersion } from "../../../capabilities/catalog/store.ts";
import type { Database } from "../database.ts";
import { capabilities, capabilityCalls, capabilityVersions } from "../schema/capabilities.ts";
import { capabilityOf, declaredRow, versionOf } from "./rows.ts";

const { owner: ofOwner, name: named, id: ofId, build_id: ofBuild } = capabilities;

export function createCapabilityStore(db: Database, now: () => number): CapabilityStore {
  return {
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
    addVersion: (capability, number, version) => addVersion({ db, now }, { capability, number, version }),
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
      const [, , gone] = await db.batch([versions, calls, row.returning({ id: ofId })]);
      return gone.length > 0;
    },
  };
}

interface Adding {
  capability: Pick<Capability, "owner"> & { id: CapabilityId };
  number: number;
  version: NewVersion;
}

/** Two that come at once want the same number: the second's insert breaks, and with it its whole batch. */
async function addVersion(
  { db, now }: { db: Database; now: () => number },
  { capability: { id, owner }, number, version }: Adding,
): Promise<boolean> {
  const { digest, files, tests, change, restored_from, ...declared } = version;
  const stored = { digest, files: JSON.stringify(files), tests, change, restored_from };
  const row = { capability_id: id, owner, version: number, ...declaredRow(declared), ...stored };
  const inUse = { version: number, status: "active", build_id: null, problem: null, failures_in_row: 0 };
  try {
    await db.batch([
      db.insert(capabilityVersions).values({ ...row, created_at: now() }),
      db
        .update(capabilities)
        .set({ ...declaredRow(declared), ...inUse, updated_at: now() })
        .where(and(eq(ofId, id), eq(ofOwner, owner))),
    ]);
    return true;
  } catch (error) {
    const text = String(error instanceof Error ? (error.cause ?? error) : error);
    if (/UNIQUE constraint/i.test(text)) return false;
    throw error;
  }
}
