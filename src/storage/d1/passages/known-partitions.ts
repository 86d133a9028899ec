/** Cache of partitions that are known to exist, so that not every turn creates them again. */
import type { ChunkDraft } from "../../../memory/ports/model.ts";
import { addStatements, putStatements } from "./put-chunks.ts";

const MOST = 1_000;

export class KnownPartitions {
  private readonly known = new Set<string>();

  /** Writes all drafts or none. Rejects when D1 does. */
  async put(db: D1Database, drafts: readonly ChunkDraft[], now: number): Promise<void> {
    if (drafts.length === 0) return;
    const names = new Set(drafts.map(({ owner, scope }) => `${owner}\n${scope}`));
    const [only = ""] = names.size === 1 ? names : [];
    if (this.known.has(only) && (await isAdded(db, drafts, now))) return;
    await db.batch(putStatements(db, drafts, now));
    if (this.known.size + names.size > MOST) this.known.clear();
    for (const name of names) this.known.add(name);
  }
}

/**
 * False if nothing was written: there is nothing new, or the partition was removed with all of its owner's
 * data.
 */
async function isAdded(db: D1Database, drafts: readonly ChunkDraft[], now: number): Promise<boolean> {
  const results = await db.batch(addStatements(db, drafts, now));
  return results.every(({ meta }) => meta.changes > 0);
}
