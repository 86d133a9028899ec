/** Shares of capabilities in D1: the places where others may use them. */
import { and, asc, eq, getTableColumns, inArray, or } from "drizzle-orm";
import type { Share } from "../../../capabilities/catalog/capability.ts";
import type { ShareStore } from "../../../capabilities/catalog/store.ts";
import type { Database } from "../database.ts";
import { capabilities, capabilityShares as shares } from "../schema/capabilities.ts";
import { capabilityOf } from "./rows.ts";

export function createShareStore(db: Database): ShareStore {
  return {
    async shares(owner) {
      const rows = await db.select().from(shares).where(eq(shares.owner, owner)).orderBy(asc(shares.slug));
      const found = new Map<string, Share[]>();
      for (const { capability_id, kind, slug, place_owner } of rows) {
        const share = { kind: kind === "room" ? "room" : "agent", slug, place_owner } as const;
        found.set(capability_id, [...(found.get(capability_id) ?? []), share]);
      }
      return found;
    },
    async share({ id, owner }, wanted) {
      const rows = wanted.map(({ kind, slug, place_owner }) => ({ kind, slug, place_owner }));
      const gone = db.delete(shares).where(and(eq(shares.capability_id, id), eq(shares.owner, owner)));
      await db.batch([
        gone,
        ...rows.map((row) => db.insert(shares).values({ ...row, capability_id: id, owner })),
      ]);
    },
    async sharedIn({ kind, slug }) {
      const rows = await db
        .select({ ...getTableColumns(capabilities), place_owner: shares.place_owner })
        .from(shares)
        .innerJoin(capabilities, eq(capabilities.id, shares.capability_id))
        .where(and(eq(shares.kind, kind), eq(shares.slug, slug)))
        .orderBy(asc(capabilities.name), asc(capabilities.id));
      return rows.map(({ place_owner, ...row }) => ({ ...capabilityOf(row), place_owner }));
    },
    async around(owner, { kind, slug }) {
      const isThere = and(eq(shares.kind, kind), eq(shares.slug, slug));
      const there = db.select({ id: shares.capability_id }).from(shares).where(isThere);
      const rows = await db
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
    },
  };
}
