/** Progress of extraction and consolidation, in D1. */
import { and, eq } from "drizzle-orm";
import type {
  FileStage,
  ProgramSpan,
  ProgressStore,
  ReadPlace,
  SourceStage,
  Stage,
} from "../../../memory/ports/stores.ts";
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

const ADVANCE_ALL = `
INSERT INTO consolidation_state (owner, source, stage, last_ordinal, updated_at)
SELECT ?1, value->>'source', ?2, MAX(value->>'ordinal'), ?4 FROM json_each(?3) WHERE true GROUP BY value->>'source'
ON CONFLICT (owner, source, stage) DO UPDATE SET last_ordinal = max(last_ordinal, excluded.last_ordinal), updated_at = ?4`;

const OF_PROGRAMS = `
SELECT c.id FROM conversations c
WHERE c.owner = ?1 AND c.archived IN (0, 1) AND c.updated_at >= ?2 AND c.updated_at < ?3 AND c.channel = 'http' AND c.room IS NULL
  AND EXISTS (SELECT 1 FROM chunks k WHERE k.owner = c.owner AND k.source = c.id)
  AND NOT EXISTS (SELECT 1 FROM consolidation_state s WHERE s.owner = c.owner AND s.source = c.id AND s.stage = ?4)
ORDER BY c.updated_at LIMIT ?5`;

const CHANGED = `
SELECT i.owner, i.path FROM consolidation_file_hashes i
LEFT JOIN consolidation_file_hashes d ON d.owner = i.owner AND d.path = i.path AND d.stage = 'consolidate'
WHERE i.stage = 'index' AND (d.hash IS NULL OR d.hash <> i.hash)
ORDER BY i.updated_at LIMIT ?1`;

const INDEXED = `
SELECT f.key AS at FROM json_each(?1) f CROSS JOIN consolidation_file_hashes i
WHERE i.owner = f.value->>'owner' AND i.path = f.value->>'path' AND i.stage = 'index'`;

export class D1ProgressStore implements ProgressStore {
  private readonly binding: D1Database;
  private readonly db: Database;

  constructor(binding: D1Database, db: Database) {
    this.binding = binding;
    this.db = db;
  }

  async advance({ owner, source, stage }: SourceStage, ordinal: number, now: number): Promise<void> {
    await this.binding.prepare(ADVANCE).bind(owner, source, stage, ordinal, now).run();
  }

  async advanceAll(
    { owner, stage }: Omit<SourceStage, "source">,
    read: readonly ReadPlace[],
    now: number,
  ): Promise<void> {
    const places = JSON.stringify(read.map(({ source, ordinal }) => ({ source, ordinal })));
    await this.binding.prepare(ADVANCE_ALL).bind(owner, stage, places, now).run();
  }

  async unreadOfPrograms(stage: Stage, { owner, from, to }: ProgramSpan, limit: number): Promise<string[]> {
    const statement = this.binding.prepare(OF_PROGRAMS).bind(owner, from, to, stage, limit);
    return (await statement.all<{ id: string }>()).results.map(({ id }) => id);
  }

  async fileHash(owner: string, path: string, stage: Stage): Promise<string | undefined> {
    const [row] = await this.db
      .select({ hash: hashes.hash })
      .from(hashes)
      .where(and(eq(hashes.owner, owner), eq(hashes.path, path), eq(hashes.stage, stage)));
    return row?.hash;
  }

  async setFileHash({ owner, path, stage }: FileStage, hash: string, now: number): Promise<void> {
    await this.db
      .insert(hashes)
      .values({ owner, path, stage, hash, updated_at: now })
      .onConflictDoUpdate({
        target: [hashes.owner, hashes.path, hashes.stage],
        set: { hash, updated_at: now },
      });
  }

  async forgetFile(owner: string, path: string): Promise<void> {
    await this.db.delete(hashes).where(and(eq(hashes.owner, owner), eq(hashes.path, path)));
  }

  async unindexed<F extends { owner: string; path: string }>(files: readonly F[]): Promise<F[]> {
    const wanted = JSON.stringify(files.map(({ owner, path }) => ({ owner, path })));
    const { results } = await this.binding.prepare(INDEXED).bind(wanted).all<{ at: number }>();
    const indexed = new Set(results.map(({ at }) => at));
    return files.filter((_, at) => !indexed.has(at));
  }

  async changedFiles(limit: number): Promise<{ owner: string; path: string }[]> {
    const statement = this.binding.prepare(CHANGED).bind(limit);
    return (await statement.all<{ owner: string; path: string }>()).results;
  }

  async behind(
    stage: Stage,
    quietBefore: number,
    limit: number,
  ): Promise<{ owner: string; source: string }[]> {
    const statement = this.binding.prepare(BEHIND).bind(stage, quietBefore, limit);
    return (await statement.all<{ owner: string; source: string }>()).results;
  }
}
