/** Other names of people and things in D1. */
import { and, eq, or } from "drizzle-orm";
import type { AliasStore } from "../../../memory/ports/stores.ts";
import { nameKey } from "../../../memory/text/names.ts";
import type { Database } from "../database.ts";
import { entityAliases } from "../schema/memory.ts";

const MOST = 2_000;

export function createAliasStore(db: Database): AliasStore {
  return {
    async put(owner, { alias, entity }, now) {
      const values = {
        owner,
        alias,
        alias_key: nameKey(alias),
        entity,
        entity_key: nameKey(entity),
        created_at: now,
      };
      if (values.alias_key === "" || values.alias_key === values.entity_key) return;
      await db
        .insert(entityAliases)
        .values(values)
        .onConflictDoUpdate({ target: [entityAliases.owner, entityAliases.alias_key], set: values });
    },
    async list(owner) {
      return db
        .select({ alias: entityAliases.alias, entity: entityAliases.entity })
        .from(entityAliases)
        .where(eq(entityAliases.owner, owner))
        .limit(MOST);
    },
    async remove(owner, aliasKey) {
      const gone = await db
        .delete(entityAliases)
        .where(and(eq(entityAliases.owner, owner), eq(entityAliases.alias_key, aliasKey)))
        .returning({ alias: entityAliases.alias });
      return gone.length > 0;
    },
    async removeEntity(owner, entityKey) {
      const either = or(eq(entityAliases.entity_key, entityKey), eq(entityAliases.alias_key, entityKey));
      const gone = await db
        .delete(entityAliases)
        .where(and(eq(entityAliases.owner, owner), either))
        .returning({ alias: entityAliases.alias });
      return gone.length;
    },
  };
}
