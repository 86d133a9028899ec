/** Memories in D1. */
import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import { definedOf } from "../../../domain/defined.ts";
import type { Trust } from "../../../domain/trust.ts";
import type { Memory, Origin, Scope, Tier } from "../../../memory/ports/model.ts";
import type { ItemKey, MemoryChange, MemoryStore, PageRequest } from "../../../memory/ports/stores.ts";
import { sameHash } from "../../../memory/text/same-text.ts";
import { CYCLE_MS, FADED, TIERS } from "../../../memory/write/decay.ts";
import type { Database } from "../database.ts";
import { isIn } from "../is-in.ts";
import { memories } from "../schema/memory/memory.ts";
import { inScopes } from "./in-scopes.ts";
import { parseStrings } from "./json.ts";
import { after } from "./paging.ts";

type Row = typeof memories.$inferSelect;

export class D1MemoryStore implements MemoryStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  put(memory: Memory): Promise<Memory> {
    return put(this.db, memory);
  }

  async get(owner: string, ids: readonly string[]): Promise<Memory[]> {
    if (ids.length === 0) return [];
    const rows = await this.db
      .select()
      .from(memories)
      .where(and(eq(memories.owner, owner), inArray(memories.id, [...ids].slice(0, 90))));
    return rows.map(memoryOf);
  }

  list(
    owner: string,
    filter: {
      scopes?: readonly Scope[];
      tier?: Memory["tier"];
      tag?: string;
      faded?: boolean;
      held?: true;
      trust?: Trust;
    },
    page: PageRequest,
  ): Promise<Memory[]> {
    return list(this.db, { owner, ...filter }, page);
  }

  update(item: ItemKey, change: MemoryChange, now: number): Promise<Memory | undefined> {
    return update(this.db, item, { ...change, now });
  }

  async supersede({ owner, id }: Memory, ids: readonly string[], now: number): Promise<void> {
    if (ids.length === 0) return;
    await this.db
      .update(memories)
      .set({ faded_at: now, superseded_by: id })
      .where(and(eq(memories.owner, owner), inArray(memories.id, [...ids]), ne(memories.id, id)));
  }

  fade(now: number, limit: number): Promise<{ owner: string; id: string }[]> {
    return fade(this.db, now, limit);
  }

  async touch(owner: string, ids: readonly string[], now: number): Promise<void> {
    if (ids.length === 0) return;
    await this.db
      .update(memories)
      .set({ last_accessed: now, faded_at: null, superseded_by: null })
      .where(and(eq(memories.owner, owner), inArray(memories.id, [...ids].slice(0, 90))));
  }
}

/** Fades old memories by the formula of decay.ts, in SQL; only memories not accessed for weeks are read. */
async function fade(db: Database, now: number, limit: number): Promise<{ owner: string; id: string }[]> {
  const soonest = (TIERS.short_term.priority - FADED) / TIERS.short_term.decay_rate;
  const old = db
    .select({ id: memories.id })
    .from(memories)
    .where(
      and(
        isNull(memories.faded_at),
        lt(memories.last_accessed, now - (soonest / 2) * CYCLE_MS),
        eq(memories.sticky, false),
        sql`${memories.priority} - ${memories.decay_rate} * (${now} - ${memories.last_accessed}) / ${CYCLE_MS} < ${FADED}`,
      ),
    )
    .limit(limit);
  return db
    .update(memories)
    .set({ faded_at: now })
    .where(inArray(memories.id, old))
    .returning({ owner: memories.owner, id: memories.id });
}

async function put(db: Database, memory: Memory): Promise<Memory> {
  const rows = await db
    .insert(memories)
    .values({ ...memory, tags: JSON.stringify(memory.tags), hash: hashOf(memory.content, memory.trust) })
    .onConflictDoUpdate({
      target: [memories.owner, memories.scope, memories.hash],
      set: {
        tier: sql`case when excluded.tier = 'long_term' then 'long_term' else ${memories.tier} end`,
        priority: sql`max(${memories.priority}, excluded.priority)`,
        decay_rate: sql`min(${memories.decay_rate}, excluded.decay_rate)`,
        sticky: sql`max(${memories.sticky}, excluded.sticky)`,
        tags: sql`case when ${memories.tags} = '[]' then excluded.tags else ${memories.tags} end`,
        last_accessed: memory.last_accessed,
        updated_at: memory.updated_at,
        observed_at: sql`max(${memories.observed_at}, excluded.observed_at)`,
        faded_at: null,
        superseded_by: null,
      },
    })
    .returning();
  const stored = rows[0];
  if (stored === undefined) throw new Error("D1 returned no row for a memory it stored");
  return memoryOf(stored);
}

async function list(
  db: Database,
  filter: Parameters<MemoryStore["list"]>[1] & { owner: string },
  page: Parameters<MemoryStore["list"]>[2],
): Promise<Memory[]> {
  const conditions: (SQL | undefined)[] = [eq(memories.owner, filter.owner)];
  if (filter.scopes !== undefined) conditions.push(inScopes(memories.scope, filter.scopes));
  if (filter.tier !== undefined) conditions.push(eq(memories.tier, filter.tier));
  if (filter.tag !== undefined) conditions.push(isIn(memories.tags, JSON.stringify(filter.tag)));
  if (filter.faded !== undefined) {
    conditions.push(filter.faded ? isNotNull(memories.faded_at) : isNull(memories.faded_at));
  }
  if (filter.held) conditions.push(isNull(memories.superseded_by));
  if (filter.trust !== undefined) conditions.push(eq(memories.trust, filter.trust));
  conditions.push(after(page.cursor, memories.updated_at, memories.id));
  const rows = await db
    .select()
    .from(memories)
    .where(and(...conditions))
    .orderBy(desc(memories.updated_at), desc(memories.id))
    .limit(page.limit);
  return rows.map(memoryOf);
}

async function update(db: Database, item: ItemKey, { now, ...change }: MemoryChange & { now: number }) {
  const { owner, id } = item;
  const { tags, content, ...rest } = change;
  const hash = await changedHash(db, item, change);
  const rows = await db
    .update(memories)
    .set({
      ...rest,
      ...(tags === undefined ? {} : { tags: JSON.stringify(tags) }),
      ...definedOf({ content, hash }),
      updated_at: now,
      last_accessed: now,
      faded_at: null,
      superseded_by: null,
    })
    .where(and(eq(memories.owner, owner), eq(memories.id, id)))
    .returning();
  return rows[0] === undefined ? undefined : memoryOf(rows[0]);
}

/**
 * Untrusted content has a hash of its own: it becomes a separate memory that waits, and never changes a
 * trusted one.
 */
function hashOf(content: string, trust: Trust): string {
  return trust === "trusted" ? sameHash(content) : `outside:${sameHash(content)}`;
}

async function changedHash(db: Database, item: ItemKey, { content, trust }: MemoryChange) {
  if (content === undefined && trust === undefined) return undefined;
  const [known] = await db
    .select({ content: memories.content, trust: memories.trust })
    .from(memories)
    .where(and(eq(memories.owner, item.owner), eq(memories.id, item.id)));
  if (known === undefined) return undefined;
  return freeHash(db, item, hashOf(content ?? known.content, trust ?? (known.trust as Trust)));
}

/** A person may edit one memory into the text of another: both stay. */
async function freeHash(db: Database, { owner, id }: ItemKey, hash: string): Promise<string> {
  const [other] = await db
    .select({ id: memories.id })
    .from(memories)
    .where(and(eq(memories.owner, owner), eq(memories.hash, hash), ne(memories.id, id)))
    .limit(1);
  return other === undefined ? hash : `${hash}:${id}`;
}

export function memoryOf(row: Row): Memory {
  return {
    id: row.id,
    owner: row.owner,
    scope: row.scope as Scope,
    content: row.content,
    about: row.about,
    tier: row.tier as Tier,
    tags: parseStrings(row.tags),
    priority: row.priority,
    decay_rate: row.decay_rate,
    last_accessed: row.last_accessed,
    sticky: row.sticky,
    origin: row.origin as Origin,
    trust: row.trust as Trust,
    ...(row.conversation_id === null ? {} : { conversation_id: row.conversation_id }),
    ...(row.message_id === null ? {} : { message_id: row.message_id }),
    observed_at: row.observed_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
    ...(row.faded_at === null ? {} : { faded_at: row.faded_at }),
    ...(row.superseded_by === null ? {} : { superseded_by: row.superseded_by }),
  };
}
