/** Aliases of people and things in D1. */
import { and, eq } from "drizzle-orm";
import type { Trust } from "../../../domain/trust.ts";
import type { Alias } from "../../../memory/ports/model.ts";
import type { AliasStore } from "../../../memory/ports/stores.ts";
import { nameKey } from "../../../memory/text/names.ts";
import type { Database } from "../database.ts";
import { entityAliases } from "../schema/memory/memory.ts";

const MOST = 2_000;

export class D1AliasStore implements AliasStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async put(owner: string, { alias, entity, trust }: Alias, now: number): Promise<void> {
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
    const put = this.db
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
    if (trust === "trusted") await this.db.batch([put, this.db.delete(entityAliases).where(waiting)]);
    else await put;
  }

  async list(owner: string): Promise<Alias[]> {
    const rows = await this.db
      .select({ alias: entityAliases.alias, entity: entityAliases.entity, trust: entityAliases.trust })
      .from(entityAliases)
      .where(eq(entityAliases.owner, owner))
      .limit(MOST);
    return rows.map((row) => ({ ...row, trust: row.trust as Trust }));
  }
}
