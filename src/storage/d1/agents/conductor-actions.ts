/** Log of conductors' actions in D1. */
import { and, desc, eq, lt } from "drizzle-orm";
import type { ConductedId, ConductedStore, ConductorAction } from "../../../conductor/action.ts";
import type { Database } from "../database.ts";
import { conductorActions } from "../schema/agents.ts";

export class D1ConductedStore implements ConductedStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async note(done: ConductorAction): Promise<void> {
    await this.db.insert(conductorActions).values(done).onConflictDoNothing();
  }

  async list(
    owner: string,
    { limit, before }: { limit: number; before?: string | undefined },
  ): Promise<ConductorAction[]> {
    const isBefore = before === undefined ? undefined : lt(conductorActions.id, before);
    const rows = await this.db
      .select()
      .from(conductorActions)
      .where(and(eq(conductorActions.owner, owner), isBefore))
      .orderBy(desc(conductorActions.id))
      .limit(limit);
    return rows.map(doneOf);
  }

  async get(owner: string, id: string): Promise<ConductorAction | undefined> {
    const [row] = await this.db
      .select()
      .from(conductorActions)
      .where(and(eq(conductorActions.owner, owner), eq(conductorActions.id, id)));
    return row && doneOf(row);
  }

  async undone(id: ConductedId, at: number): Promise<void> {
    await this.db.update(conductorActions).set({ undone_at: at }).where(eq(conductorActions.id, id));
  }
}

function doneOf({ id, did, kind, ...row }: typeof conductorActions.$inferSelect): ConductorAction {
  return {
    ...row,
    id: id as ConductedId,
    did: did as ConductorAction["did"],
    kind: kind as ConductorAction["kind"],
  };
}
