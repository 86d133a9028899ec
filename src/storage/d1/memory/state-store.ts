/** State keys in D1: small named values that an agent keeps before its eyes. */
import { and, eq, inArray } from "drizzle-orm";
import type { StateStore } from "../../../memory/ports.ts";
import type { Database } from "../database.ts";
import { memoryState } from "../schema/memory.ts";

export function createStateStore(db: Database): StateStore {
  return {
    async set(owner, scope, key, value, now) {
      await db
        .insert(memoryState)
        .values({ owner, scope, key, value, updated_at: now })
        .onConflictDoUpdate({
          target: [memoryState.owner, memoryState.scope, memoryState.key],
          set: { value, updated_at: now },
        });
    },
    async list(owner, scopes) {
      return db
        .select({ key: memoryState.key, value: memoryState.value, updated_at: memoryState.updated_at })
        .from(memoryState)
        .where(and(eq(memoryState.owner, owner), inArray(memoryState.scope, [...scopes])))
        .orderBy(memoryState.key)
        .limit(100);
    },
    async remove(owner, scope, key) {
      const gone = await db
        .delete(memoryState)
        .where(and(eq(memoryState.owner, owner), eq(memoryState.scope, scope), eq(memoryState.key, key)))
        .returning({ key: memoryState.key });
      return gone.length > 0;
    },
  };
}
