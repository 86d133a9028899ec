/** Aliases of people and things in D1. */
import { and, eq } from "drizzle-orm";
import type { Trust } from "../../../domain/trust.ts";
import type { AliasStore } from "../../../memory/ports/stores.ts";
import { nameKey } from "../../../memory/text/names.ts";
import type { Database } from "../database.ts";
import { entityAliases } from "../schema/memory/memory.ts";

const MOST = 2_000;

export function createAliasStore(db: Database): AliasStore {
  return {
    async put(owner, { alias, entity, trust }, now) {
      const values = {
        owner,
        alias,
        alias_key: nameKey(alias),
        entity,
        entity_key: nameKey(entity),
        trust,
        created_at: now,
      };
      if (values.alias_key === "" || values.alias_key === values.entity_key) return;
      const put = db
        .insert(entityAliases)
        .values(values)
        .onConflictDoUpdate({
          target: [entityAliases.owner, entityAliases.alias_key, entityAliases.trust],
          set: values,
        });
      // A trusted alias makes the pending untrusted suggestion obsolete.
      const waiting = and(
        eq(entityAliases.owner, owner),
        eq(entityAliases.alias_key, values.alias_key),
        eq(entityAliases.trust, "untrusted"),
      );
      if (trust === "trusted") await db.batch([put, db.delete(entityAliases).where(waiting)]);
      else await put;
    },
    async list(owner) {
      const rows = await db
        .select({ alias: entityAliases.alias, entity: entityAliases.entity, trust: entityAliases.trust })
        .from(entityAliases)
        .where(eq(entityAliases.owner, owner))
        .limit(MOST);
      return rows.map((row) => ({ ...row, trust: row.trust as Trust }));
    },
  };
}
