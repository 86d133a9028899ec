/** The memory graph in D1. */
import { and, desc, eq, inArray, isNull, like, or, type SQL, sql } from "drizzle-orm";
import { definedOf } from "../../../domain/defined.ts";
import type { Trust } from "../../../domain/trust.ts";
import type { Edge, EdgeDraft, Origin, Relation } from "../../../memory/ports/model.ts";
import type {
  EdgeKey,
  EdgeStore,
  ItemKey,
  PageRequest,
  RelationChange,
  RelationFilter,
} from "../../../memory/ports/stores.ts";
import type { Database } from "../database.ts";
import { memoryEdges } from "../schema/memory/memory.ts";
import { after } from "./paging.ts";

const PUT = `
INSERT INTO memory_edges (owner, source_id, target_id, relation, weight, trust, created_at,
  id, source_name, target_name, origin, conversation_id, message_id)
SELECT ?1, e.value->>'source_id', e.value->>'target_id', e.value->>'relation', e.value->>'weight', e.value->>'trust', ?3,
  e.value->>'id', e.value->>'source_name', e.value->>'target_name', e.value->>'origin',
  e.value->>'conversation_id', e.value->>'message_id'
FROM json_each(?2) e WHERE true
ON CONFLICT (owner, source_id, target_id, relation) DO UPDATE SET
  weight = MAX(weight, excluded.weight),
  source_name = COALESCE(NULLIF(excluded.source_name, ''), source_name),
  target_name = COALESCE(NULLIF(excluded.target_name, ''), target_name),
  origin = CASE WHEN memory_edges.trust = excluded.trust THEN origin ELSE excluded.origin END,
  conversation_id = CASE WHEN memory_edges.trust = excluded.trust THEN conversation_id ELSE excluded.conversation_id END,
  message_id = CASE WHEN memory_edges.trust = excluded.trust THEN message_id ELSE excluded.message_id END,
  ended_at = NULL,
  trust = CASE WHEN excluded.trust = 'trusted' THEN 'trusted' ELSE trust END
WHERE excluded.trust = 'trusted' OR memory_edges.trust = 'untrusted'`;

const TOUCHING = `
SELECT source_id, target_id, relation, weight, trust FROM memory_edges
WHERE owner = ?1 AND ended_at IS NULL AND source_id IN (SELECT value FROM json_each(?2))
UNION
SELECT source_id, target_id, relation, weight, trust FROM memory_edges
WHERE owner = ?1 AND ended_at IS NULL AND target_id IN (SELECT value FROM json_each(?2))
ORDER BY weight DESC LIMIT ?3`;

/** Prefix of the nodes of people and things. */
const NAMED = "entity:";

export class D1EdgeStore implements EdgeStore {
  private readonly binding: D1Database;
  private readonly db: Database;

  constructor(binding: D1Database, db: Database) {
    this.binding = binding;
    this.db = db;
  }

  async put(owner: string, edges: readonly EdgeDraft[], now: number): Promise<void> {
    if (edges.length > 0) await this.binding.prepare(PUT).bind(owner, JSON.stringify(edges), now).run();
  }

  async touching(owner: string, nodes: readonly string[], limit: number): Promise<Edge[]> {
    if (nodes.length === 0) return [];
    return (await this.binding.prepare(TOUCHING).bind(owner, JSON.stringify(nodes), limit).all<Edge>())
      .results;
  }

  list(owner: string, filter: RelationFilter, page: PageRequest): Promise<Relation[]> {
    return this.rows(
      and(
        eq(memoryEdges.owner, owner),
        like(memoryEdges.source_id, `${NAMED}%`),
        filter.nodes === undefined ? undefined : touches(filter.nodes),
        filter.history ? undefined : isNull(memoryEdges.ended_at),
        filter.trust === undefined ? undefined : eq(memoryEdges.trust, filter.trust),
        after(page.cursor, memoryEdges.created_at, memoryEdges.id),
      ),
      page.limit,
    );
  }

  get(owner: string, ids: readonly string[]): Promise<Relation[]> {
    return this.rows(owned(owner, ids), ids.length);
  }

  async find(owner: string, { source_id, relation, target_id }: EdgeKey): Promise<Relation | undefined> {
    const key = and(
      eq(memoryEdges.owner, owner),
      eq(memoryEdges.source_id, source_id),
      eq(memoryEdges.relation, relation),
      eq(memoryEdges.target_id, target_id),
    );
    return (await this.rows(key, 1))[0];
  }

  async update({ owner, id }: ItemKey, change: RelationChange): Promise<Relation | undefined> {
    const changed = definedOf(change);
    if (Object.keys(changed).length > 0)
      await this.db
        .update(memoryEdges)
        .set(changed)
        .where(owned(owner, [id]));
    return (await this.get(owner, [id]))[0];
  }

  private async rows(where: SQL | undefined, limit: number): Promise<Relation[]> {
    const found = await this.db
      .select()
      .from(memoryEdges)
      .where(where)
      .orderBy(desc(memoryEdges.created_at), desc(memoryEdges.id))
      .limit(limit);
    return found.map(relationOf);
  }
}

function owned(owner: string, ids: readonly string[]): SQL | undefined {
  return and(
    eq(memoryEdges.owner, owner),
    inArray(memoryEdges.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`),
    like(memoryEdges.source_id, `${NAMED}%`),
  );
}

function touches(nodes: readonly string[]): SQL | undefined {
  const among = sql`(SELECT value FROM json_each(${JSON.stringify(nodes)}))`;
  return or(inArray(memoryEdges.source_id, among), inArray(memoryEdges.target_id, among));
}

function relationOf(row: typeof memoryEdges.$inferSelect): Relation {
  const { id, owner, relation, created_at, ended_at, conversation_id, message_id } = row;
  return {
    id,
    owner,
    from: row.source_name || row.source_id.slice(NAMED.length),
    relation,
    to: row.target_name || row.target_id.slice(NAMED.length),
    origin: row.origin as Origin,
    trust: row.trust as Trust,
    created_at,
    ...(ended_at === null ? {} : { ended_at }),
    ...(conversation_id === null ? {} : { conversation_id }),
    ...(message_id === null ? {} : { message_id }),
  };
}
