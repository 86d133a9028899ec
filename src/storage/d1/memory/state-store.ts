/** State keys in D1: small named values that are always in an agent's context. */
import { and, eq, sql } from "drizzle-orm";
import type { Trust } from "../../../domain/trust.ts";
import type { Scope } from "../../../memory/ports/model.ts";
import type { StateEntry, StateStore } from "../../../memory/ports/stores.ts";
import type { Database } from "../database.ts";
import { memoryState } from "../schema/memory/memory.ts";
import { inScopes } from "./in-scopes.ts";

const { scope, key, value, trust, conversation_id, updated_at } = memoryState;

const columns = { scope, key, value, trust, conversation_id, updated_at };

export class D1StateStore implements StateStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  set(owner: string, entry: Omit<StateEntry, "updated_at">, now: number): Promise<void> {
    return set(this.db, { ...entry, owner, updated_at: now });
  }

  async all(owner: string, scopes: readonly Scope[]): Promise<StateEntry[]> {
    const rows = await this.db
      .select(columns)
      .from(memoryState)
      .where(owned(owner, scopes))
      .orderBy(key, trust);
    return rows.map(entryOf);
  }
}

function owned(owner: string, scopes: readonly Scope[]) {
  return and(eq(memoryState.owner, owner), inScopes(scope, scopes));
}

async function set(db: Database, entry: StateEntry & { owner: string }): Promise<void> {
  const { value, updated_at, conversation_id = null } = entry;
  const put = db
    .insert(memoryState)
    .values({ ...entry, conversation_id })
    .onConflictDoUpdate({
      target: [memoryState.owner, memoryState.scope, memoryState.key, memoryState.trust],
      set: { value, updated_at, conversation_id },
    });
  if (entry.trust === "untrusted") {
    await put;
    return;
  }
  const waiting = sql`${memoryState.owner} = ${entry.owner} AND ${memoryState.scope} = ${entry.scope} AND ${memoryState.key} = ${entry.key} AND ${memoryState.trust} = 'untrusted'`;
  await db.batch([put, db.delete(memoryState).where(waiting)]);
}

function entryOf(row: Omit<typeof memoryState.$inferSelect, "owner">): StateEntry {
  const { conversation_id, ...rest } = row;
  return {
    ...rest,
    scope: row.scope as Scope,
    trust: row.trust as Trust,
    ...(conversation_id === null ? {} : { conversation_id }),
  };
}
