/** The memory graph in D1. */
import type { Edge } from "../../../memory/ports/model.ts";
import type { EdgeStore } from "../../../memory/ports/stores.ts";

const PUT = `
INSERT INTO memory_edges (owner, source_id, target_id, relation, weight, trust, created_at)
SELECT ?1, e.value->>'source_id', e.value->>'target_id', e.value->>'relation', e.value->>'weight', e.value->>'trust', ?3
FROM json_each(?2) e WHERE true
ON CONFLICT (owner, source_id, target_id, relation) DO UPDATE SET
  weight = MAX(weight, excluded.weight),
  trust = CASE WHEN excluded.trust = 'trusted' THEN 'trusted' ELSE trust END
WHERE excluded.trust = 'trusted' OR memory_edges.trust = 'untrusted'`;

const TOUCHING = `
SELECT source_id, target_id, relation, weight, trust FROM memory_edges
WHERE owner = ?1 AND source_id IN (SELECT value FROM json_each(?2))
UNION
SELECT source_id, target_id, relation, weight, trust FROM memory_edges
WHERE owner = ?1 AND target_id IN (SELECT value FROM json_each(?2))
ORDER BY weight DESC LIMIT ?3`;

export class D1EdgeStore implements EdgeStore {
  private readonly db: D1Database;

  constructor(db: D1Database) {
    this.db = db;
  }

  async put(owner: string, edges: readonly Edge[], now: number): Promise<void> {
    if (edges.length > 0) await this.db.prepare(PUT).bind(owner, JSON.stringify(edges), now).run();
  }

  async touching(owner: string, nodes: readonly string[], limit: number): Promise<Edge[]> {
    if (nodes.length === 0) return [];
    return (await this.db.prepare(TOUCHING).bind(owner, JSON.stringify(nodes), limit).all<Edge>()).results;
  }
}
