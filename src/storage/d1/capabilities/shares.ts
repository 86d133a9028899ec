/** Shares of capabilities in D1: the places where others may use them. */
import { and, asc, eq, getTableColumns, inArray, or } from "drizzle-orm";
import type {
  Capability,
  Share,
  SharedCapability,
  SharePlace,
} from "../../../capabilities/catalog/capability.ts";
import type { ReachableCapabilities, ShareStore } from "../../../capabilities/catalog/store.ts";
import type { Database } from "../database.ts";
import { capabilities, capabilityShares as shares } from "../schema/capabilities.ts";
import { capabilityOf } from "./rows.ts";

export class D1ShareStore implements ShareStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async shares(owner: string): Promise<ReadonlyMap<string, readonly Share[]>> {
    const rows = await this.db.select().from(shares).where(eq(shares.owner, owner)).orderBy(asc(shares.slug));
    const found = new Map<string, Share[]>();
    for (const { capability_id, kind, slug, place_owner } of rows) {
      const share = { kind: kind === "room" ? "room" : "agent", slug, place_owner } as const;
      found.set(capability_id, [...(found.get(capability_id) ?? []), share]);
    }
    return found;
  }

  async share({ id, owner }: Pick<Capability, "id" | "owner">, wanted: readonly Share[]): Promise<void> {
    const rows = wanted.map(({ kind, slug, place_owner }) => ({ kind, slug, place_owner }));
    const gone = this.db.delete(shares).where(and(eq(shares.capability_id, id), eq(shares.owner, owner)));
    await this.db.batch([
      gone,
      ...rows.map((row) => this.db.insert(shares).values({ ...row, capability_id: id, owner })),
    ]);
  }

  async sharedIn({ kind, slug }: SharePlace): Promise<SharedCapability[]> {
    const rows = await this.db
      .select({ ...getTableColumns(capabilities), place_owner: shares.place_owner })
      .from(shares)
      .innerJoin(capabilities, eq(capabilities.id, shares.capability_id))
      .where(and(eq(shares.kind, kind), eq(shares.slug, slug)))
      .orderBy(asc(capabilities.name), asc(capabilities.id));
    return rows.map(({ place_owner, ...row }) => ({ ...capabilityOf(row), place_owner }));
  }

  async reachable(owner: string, { kind, slug }: SharePlace): Promise<ReachableCapabilities> {
    const isThere = and(eq(shares.kind, kind), eq(shares.slug, slug));
    const there = this.db.select({ id: shares.capability_id }).from(shares).where(isThere);
    const rows = await this.db
      .select({ capability: getTableColumns(capabilities), share: getTableColumns(shares) })
      .from(capabilities)
      .leftJoin(shares, and(eq(shares.capability_id, capabilities.id), isThere))
      .where(or(eq(capabilities.owner, owner), inArray(capabilities.id, there)))
      .orderBy(asc(capabilities.name), asc(capabilities.id));
    const found = rows.map(({ capability, share }) => ({ each: capabilityOf(capability), share }));
    return {
      own: found.flatMap(({ each }) => (each.owner === owner ? [each] : [])),
      shared: found.flatMap(({ each, share }) =>
        share ? [{ ...each, place_owner: share.place_owner }] : [],
      ),
    };
  }
}
