/** Log of conductors' actions in D1. */
import { and, desc, eq, lt } from "drizzle-orm";
import type { Conducted, ConductedId, ConductedStore } from "../../../conductor/action.ts";
import type { Database } from "../database.ts";
import { conducted } from "../schema/agents.ts";

export function createConductedStore(db: Database): ConductedStore {
  return {
    async note(done) {
      await db.insert(conducted).values(done).onConflictDoNothing();
    },
    async list(owner, { limit, before }) {
      const isBefore = before === undefined ? undefined : lt(conducted.id, before);
      const rows = await db
        .select()
        .from(conducted)
        .where(and(eq(conducted.owner, owner), isBefore))
        .orderBy(desc(conducted.id))
        .limit(limit);
      return rows.map(doneOf);
    },
    async get(owner, id) {
      const [row] = await db
        .select()
        .from(conducted)
        .where(and(eq(conducted.owner, owner), eq(conducted.id, id)));
      return row && doneOf(row);
    },
    async undone(id, at) {
      await db.update(conducted).set({ undone_at: at }).where(eq(conducted.id, id));
    },
  };
}

function doneOf({ id, did, kind, ...row }: typeof conducted.$inferSelect): Conducted {
  return {
    ...row,
    id: id as ConductedId,
    did: did as Conducted["did"],
    kind: kind as Conducted["kind"],
  };
}
