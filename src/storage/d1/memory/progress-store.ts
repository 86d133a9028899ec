/** Progress of extraction and consolidation, in D1. */
import { and, eq } from "drizzle-orm";
import type { ProgressStore } from "../../../memory/ports/stores.ts";
import type { Database } from "../database.ts";
import { consolidationFileHashes as hashes } from "../schema/memory/memory.ts";

const BEHIND = `
SELECT c.owner, c.id AS source FROM conversations c
WHERE c.updated_at < ?2
  AND COALESCE((SELECT s.last_ordinal FROM consolidation_state s
    WHERE s.owner = c.owner AND s.source = c.id AND s.stage = ?1), -1)
  < COALESCE((SELECT MAX(k.ordinal) FROM chunks k WHERE k.owner = c.owner AND k.source = c.id), -1)
ORDER BY c.updated_at LIMIT ?3`;

const ADVANCE = `
INSERT INTO consolidation_state (owner, source, stage, last_ordinal, updated_at) VALUES (?1, ?2, ?3, ?4, ?5)
ON CONFLICT (owner, source, stage) DO UPDATE SET last_ordinal = max(last_ordinal, excluded.last_ordinal), updated_at = ?5`;

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
    async advance({ owner, source, stage }, ordinal, now) {
      await binding.prepare(ADVANCE).bind(owner, source, stage, ordinal, now).run();
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
