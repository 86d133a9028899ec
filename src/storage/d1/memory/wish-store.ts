/** Wishes and preferences in D1. */
import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Trust } from "../../../domain/trust.ts";
import type { Origin, Scope, Wish, WishKind } from "../../../memory/ports/model.ts";
import type { ItemKey, PageRequest } from "../../../memory/ports/stores.ts";
import type { EndedWish, WishFilter, WishStore } from "../../../memory/ports/wishes.ts";
import type { Database } from "../database.ts";
import { wishes } from "../schema/memory/memory.ts";
import { inScopes } from "./in-scopes.ts";
import { after } from "./paging.ts";

const ADD = `
INSERT INTO wishes (id, owner, scope, kind, content, condition, said_at, origin, conversation_id, message_id, trust,
  created_at, updated_at, ended_at, superseded_by)
SELECT w.value->>'id', ?1, w.value->>'scope', w.value->>'kind', w.value->>'content', w.value->>'condition', w.value->>'said_at',
  w.value->>'origin', w.value->>'conversation_id', w.value->>'message_id', w.value->>'trust',
  w.value->>'created_at', w.value->>'updated_at', w.value->>'ended_at', w.value->>'superseded_by'
FROM json_each(?2) w
WHERE NOT EXISTS (SELECT 1 FROM forgotten f WHERE f.owner = ?1 AND f.kind = 'wish' AND f.item = w.value->>'id')
ON CONFLICT (id) DO NOTHING`;

const END = `
UPDATE wishes SET ended_at = e.value->>'at', superseded_by = e.value->>'superseded_by', updated_at = e.value->>'at'
FROM json_each(?2) e WHERE wishes.owner = ?1 AND wishes.id = e.value->>'id' AND wishes.ended_at IS NULL`;

export class D1WishStore implements WishStore {
  private readonly binding: D1Database;
  private readonly db: Database;

  constructor(binding: D1Database, db: Database) {
    this.binding = binding;
    this.db = db;
  }

  async put(owner: string, added: readonly Wish[], ended: readonly EndedWish[]): Promise<void> {
    const of = (statement: string, rows: readonly object[]) =>
      rows.length === 0 ? [] : [this.binding.prepare(statement).bind(owner, JSON.stringify(rows))];
    const statements = [...of(ADD, added), ...of(END, ended)];
    if (statements.length > 0) await this.binding.batch(statements);
  }

  async get(owner: string, ids: readonly string[]): Promise<Wish[]> {
    if (ids.length === 0) return [];
    const among = sql`${wishes.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
    return this.rows(and(eq(wishes.owner, owner), among), ids.length);
  }

  list(owner: string, { scopes, history }: WishFilter, { limit, cursor }: PageRequest): Promise<Wish[]> {
    const where = and(
      eq(wishes.owner, owner),
      scopes === undefined ? undefined : inScopes(wishes.scope, scopes),
      history ? undefined : isNull(wishes.ended_at),
      after(cursor, wishes.said_at, wishes.id),
    );
    return this.rows(where, limit);
  }

  async end({ owner, id }: ItemKey, ended_at: number | null, now: number): Promise<Wish | undefined> {
    const [row] = await this.db
      .update(wishes)
      .set({ ended_at, superseded_by: null, updated_at: now })
      .where(and(eq(wishes.owner, owner), eq(wishes.id, id)))
      .returning();
    return row && wishOf(row);
  }

  private async rows(where: SQL | undefined, limit: number): Promise<Wish[]> {
    const newest = [desc(wishes.said_at), desc(wishes.id)];
    const found = await this.db
      .select()
      .from(wishes)
      .where(where)
      .orderBy(...newest)
      .limit(limit);
    return found.map(wishOf);
  }
}

function wishOf(row: typeof wishes.$inferSelect): Wish {
  const { ended_at, superseded_by, conversation_id, message_id, ...rest } = row;
  return {
    ...rest,
    scope: row.scope as Scope,
    kind: row.kind as WishKind,
    origin: row.origin as Origin,
    trust: row.trust as Trust,
    ...(ended_at !== null && { ended_at }),
    ...(superseded_by !== null && { superseded_by }),
    ...(conversation_id !== null && { conversation_id }),
    ...(message_id !== null && { message_id }),
  };
}
