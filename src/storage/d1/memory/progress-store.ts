/** How far extraction and consolidation have come, in D1. */
import { and, eq, sql } from "drizzle-orm";
import type { ProgressStore } from "../../../memory/ports/stores.ts";
import type { Database } from "../database.ts";
import { consolidationFileHashes as hashes, consolidationState as state } from "../schema/memory/memory.ts";

const BEHIND = `
SELECT c.owner, c.id AS source FROM conversations c
WHERE c.updated_at < ?2
  AND COALESCE((SELECT s.last_ordinal FROM consolidation_state s
    WHERE s.owner = c.owner AND s.source = c.id AND s.stage = ?1), -1)
  < COALESCE((SELECT MAX(k.ordinal) FROM chunks k WHERE k.owner = c.owner AND k.source = c.id), -1)
ORDER BY c.updated_at LIMIT ?3`;

const CHANGED = `
SELECT i.owner, i.path FROM consolidation_file_hashes i
LEFT JOIN consolidation_file_hashes d ON d.owner = i.owner AND d.path = i.path AND d.stage = 'consolidate'
WHERE i.stage = 'index' AND (d.hash IS NULL OR d.hash <> i.hash)
ORDER BY i.updated_at LIMIT ?1`;

const INDEXED = `
SELECT f.key AS at FROM json_each(?1) f CROSS JOIN consolidation_file_hashes i
WHERE i.owner = f.value->>'owner' AND i.path = f.value->>'path' AND i.stage = 'index'`;

export function createProgressStore(binding: D1Database, db: Database): ProgressStore {
  return {
    async position(owner, source, stage) {
      const [row] = await db
        .select({ last: state.last_ordinal })
        .from(state)
        .where(and(eq(state.owner, owner), eq(state.source, source), eq(state.stage, stage)));
      return row?.last ?? -1;
    },
    async advance({ owner, source, stage }, ordinal, now) {
      await db
        .insert(state)
        .values({ owner, source, stage, last_ordinal: ordinal, updated_at: now })
        .onConflictDoUpdate({
          target: [state.owner, state.source, state.stage],
          set: { last_ordinal: sql`max(${state.last_ordinal}, ${ordinal})`, updated_at: now },
        });
    },
    async fileHash(owner, path, stage) {
      const [row] = await db
        .select({ hash: hashes.hash })
        .from(hashes)
        .where(and(eq(hashes.owner, owner), eq(hashes.path, path), eq(hashes.stage, stage)));
      return row?.hash;
    },
    async setFileHash({ owner, path, stage }, hash, now) {
      await db
        .insert(hashes)
        .values({ owner, path, stage, hash, updated_at: now })
        .onConflictDoUpdate({
          target: [hashes.owner, hashes.path, hashes.stage],
          set: { hash, updated_at: now },
        });
    },
    async forgetFile(owner, path) {
      await db.delete(hashes).where(and(eq(hashes.owner, owner), eq(hashes.path, path)));
    },
    async unindexed(files) {
      const wanted = JSON.stringify(files.map(({ owner, path }) => ({ owner, path })));
      const { results } = await binding.prepare(INDEXED).bind(wanted).all<{ at: number }>();
      const indexed = new Set(results.map(({ at }) => at));
      return files.filter((_, at) => !indexed.has(at));
    },
    async changedFiles(limit) {
      const statement = binding.prepare(CHANGED).bind(limit);
      return (await statement.all<{ owner: string; path: string }>()).results;
    },
    async behind(stage, quietBefore, limit) {
      const statement = binding.prepare(BEHIND).bind(stage, quietBefore, limit);
      return (await statement.all<{ owner: string; source: string }>()).results;
    },
  };
}
