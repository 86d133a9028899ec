/** Log of conductors' actions in D1. */
import { and, desc, eq, lt } from "drizzle-orm";
import type { ConductedId, ConductedStore, ConductorAction } from "../../../conductor/action.ts";
import type { Database } from "../database.ts";
import { conductorActions } from "../schema/agents.ts";

export function createConductedStore(db: Database): ConductedStore {
  return {
    async note(done) {
      await db.insert(conductorActions).values(done).onConflictDoNothing();
    },
    async list(owner, { limit, before }) {
      const isBefore = before === undefined ? undefined : lt(conductorActions.id, before);
      const rows = await db
        .select()
        .from(conductorActions)
        .where(and(eq(conductorActions.owner, owner), isBefore))
        .orderBy(desc(conductorActions.id))
        .limit(limit);
      return rows.map(doneOf);
    },
    async get(owner, id) {
      const [row] = await db
        .select()
        .from(conductorActions)
        .where(and(eq(conductorActions.owner, owner), eq(conductorActions.id, id)));
      return row && doneOf(row);
    },
    async undone(id, at) {
      await db.update(conductorActions).set({ undone_at: at }).where(eq(conductorActions.id, id));
    },
  };
}

function doneOf({ id, did, kind, ...row }: typeof conductorActions.$inferSelect): ConductorAction {
  return {
    ...row,
    id: id as ConductedId,
    did: did as ConductorAction["did"],
    kind: kind as ConductorAction["kind"],
  };
}
