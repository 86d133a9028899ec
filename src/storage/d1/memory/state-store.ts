/** State keys in D1: small named values that an agent keeps before its eyes. */
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Scope } from "../../../memory/ports/model.ts";
import type { StateStore } from "../../../memory/ports/stores.ts";
import type { Database } from "../database.ts";
import { memoryState } from "../schema/memory.ts";

/** Each turn pays for them in its prompt. */
const MOST_SHOWN = 100;

export function createStateStore(db: Database): StateStore {
  const { scope, key, value, updated_at } = memoryState;
  const entries = (owner: string, scopes: readonly Scope[]) =>
    db
      .select({ scope: sql<Scope>`${scope}`, key, value, updated_at })
      .from(memoryState)
      .where(and(eq(memoryState.owner, owner), inArray(scope, [...scopes])))
      .orderBy(key);
  return {
    async set(owner, { scope, key, value }, now) {
      await db
        .insert(memoryState)
        .values({ owner, scope, key, value, updated_at: now })
        .onConflictDoUpdate({
          target: [memoryState.owner, memoryState.scope, memoryState.key],
          set: { value, updated_at: now },
        });
    },
    list: async (owner, scopes) => entries(owner, scopes).limit(MOST_SHOWN),
    all: async (owner, scopes) => entries(owner, scopes),
    async remove(owner, scope, key) {
      const gone = await db
        .delete(memoryState)
        .where(and(eq(memoryState.owner, owner), eq(memoryState.scope, scope), eq(memoryState.key, key)))
        .returning({ key: memoryState.key });
      return gone.length > 0;
    },
  };
}
