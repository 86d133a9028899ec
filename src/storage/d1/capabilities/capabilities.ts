/** Capabilities in D1, separate for each owner. */
import { and, asc, desc, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import type {
  Capability,
  CapabilityId,
  CapabilityVersion,
  Share,
  SharedCapability,
  SharePlace,
} from "../../../capabilities/catalog/capability.ts";
import type {
  CapabilityChange,
  CapabilityStore,
  NewCapability,
  NewVersion,
  ReachableCapabilities,
  ShareStore,
} from "../../../capabilities/catalog/store.ts";
import type { Database } from "../database.ts";
import {
  capabilities,
  capabilityCalls,
  capabilityShares,
  capabilityVersions,
} from "../schema/capabilities.ts";
import { capabilityOf, declaredRow, versionOf } from "./rows.ts";
import { D1ShareStore } from "./shares.ts";

const { owner: ofOwner, name: named, id: ofId, build_id: ofBuild } = capabilities;

export class D1CapabilityStore implements CapabilityStore {
  private readonly db: Database;
  private readonly now: () => number;
  private readonly placed: ShareStore;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
    this.placed = new D1ShareStore(db);
  }

  shares(owner: string): Promise<ReadonlyMap<string, readonly Share[]>> {
    return this.placed.shares(owner);
  }

  share(capability: Pick<Capability, "id" | "owner">, shares: readonly Share[]): Promise<void> {
    return this.placed.share(capability, shares);
  }

  sharedIn(place: SharePlace): Promise<SharedCapability[]> {
    return this.placed.sharedIn(place);
  }

  reachable(owner: string, place: SharePlace): Promise<ReachableCapabilities> {
    return this.placed.reachable(owner, place);
  }

  async add({ input_schema, ...plain }: NewCapability): Promise<boolean> {
    const row = { ...plain, input_schema: JSON.stringify(input_schema), status: "building" };
    const added = await this.db
      .insert(capabilities)
      .values({ ...row, created_at: this.now(), updated_at: this.now() })
      .onConflictDoNothing()
      .returning({ id: ofId });
    return added.length > 0;
  }

  async list(owner: string): Promise<Capability[]> {
    const rows = await this.db.select().from(capabilities).where(eq(ofOwner, owner)).orderBy(asc(named));
    return rows.map(capabilityOf);
  }

  async get(owner: string, name: string): Promise<Capability | undefined> {
    const [row] = await this.db
      .select()
      .from(capabilities)
      .where(and(eq(ofOwner, owner), eq(named, name)));
    return row && capabilityOf(row);
  }

  async update(
    { id, owner }: Pick<Capability, "id" | "owner">,
    { agents, ...plain }: CapabilityChange,
    whileBuild?: string | null,
  ): Promise<boolean> {
    const isBuild = whileBuild === null ? isNull(ofBuild) : whileBuild && eq(ofBuild, whileBuild);
    const updated = await this.db
      .update(capabilities)
      .set({ ...plain, ...(agents && { agents: JSON.stringify(agents) }), updated_at: this.now() })
      .where(and(eq(ofId, id), eq(ofOwner, owner), isBuild || undefined))
      .returning({ id: ofId });
    return updated.length > 0;
  }

  addVersion(capability: Capability, version: NewVersion): Promise<boolean> {
    return addVersion({ db: this.db, now: this.now }, capability, version);
  }

  async versions(id: CapabilityId): Promise<CapabilityVersion[]> {
    const rows = await this.db
      .select()
      .from(capabilityVersions)
      .where(eq(capabilityVersions.capability_id, id))
      .orderBy(desc(capabilityVersions.version));
    return rows.map(versionOf);
  }

  async remove({ id, owner }: Pick<Capability, "id" | "owner">): Promise<boolean> {
    const versions = this.db.delete(capabilityVersions).where(eq(capabilityVersions.capability_id, id));
    const calls = this.db.delete(capabilityCalls).where(eq(capabilityCalls.capability_id, id));
    const row = this.db.delete(capabilities).where(and(eq(ofId, id), eq(ofOwner, owner)));
    const shared = this.db.delete(capabilityShares).where(eq(capabilityShares.capability_id, id));
    const [, , , gone] = await this.db.batch([versions, calls, shared, row.returning({ id: ofId })]);
    return gone.length > 0;
  }
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
