/** A person's storage usage, counted in D1 and R2. */
import type { StorageUsage, UsageSource } from "../../quotas/ports.ts";
import { keys } from "./keys.ts";
import { pagesOf } from "./listing.ts";

/** Pages of a thousand objects to count: a person with more is over every quota anyway. */
const MOST_PAGES = 100;

export function createUsageSource(bucket: R2Bucket, db: D1Database): UsageSource {
  const count = async (statement: string, owner: string) =>
    (await db.prepare(statement).bind(owner).first<{ n: number }>())?.n ?? 0;
  return {
    workspace: (owner) => stored(bucket, keys.workspace(owner)),
    versions: (owner) => stored(bucket, keys.versionsOf(owner)),
    uploads: (owner) => stored(bucket, keys.file(owner)),
    memories: (owner) => count("SELECT count(*) AS n FROM memories WHERE owner = ?", owner),
    jobsWaiting: (owner) =>
      count("SELECT count(*) AS n FROM jobs WHERE owner = ? AND status = 'pending'", owner),
    mcpServers: (owner) => count("SELECT count(*) AS n FROM mcp_servers WHERE owner = ?", owner),
    schedules: (owner) =>
      count("SELECT coalesce(sum(scheduled), 0) AS n FROM conversations WHERE owner = ?", owner),
  };
}

async function stored(bucket: R2Bucket, prefix: string): Promise<StorageUsage> {
  const sum = { files: 0, bytes: 0 };
  let pages = 0;
  for await (const page of pagesOf(bucket, prefix)) {
    for (const { size } of page) {
      sum.files++;
      sum.bytes += size;
    }
    if (++pages === MOST_PAGES) break;
  }
  return sum;
}
