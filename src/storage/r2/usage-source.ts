/** A person's storage usage, counted in D1 and R2. */
import type { StorageUsage, UsageSource } from "../../quotas/ports.ts";
import { keys } from "./keys.ts";
import { pagesOf } from "./listing.ts";

/** Pages of a thousand objects to count: a person with more is over every quota anyway. */
const MOST_PAGES = 100;

export class R2UsageSource implements UsageSource {
  private readonly bucket: R2Bucket;
  private readonly db: D1Database;

  constructor(bucket: R2Bucket, db: D1Database) {
    this.bucket = bucket;
    this.db = db;
  }

  workspace(owner: string): Promise<StorageUsage> {
    return stored(this.bucket, keys.workspace(owner));
  }

  versions(owner: string): Promise<StorageUsage> {
    return stored(this.bucket, keys.versionsOf(owner));
  }

  uploads(owner: string): Promise<StorageUsage> {
    return stored(this.bucket, keys.file(owner));
  }

  memories(owner: string): Promise<number> {
    return this.count("SELECT count(*) AS n FROM memories WHERE owner = ?", owner);
  }

  jobsWaiting(owner: string): Promise<number> {
    return this.count("SELECT count(*) AS n FROM jobs WHERE owner = ? AND status = 'pending'", owner);
  }

  mcpServers(owner: string): Promise<number> {
    return this.count("SELECT count(*) AS n FROM mcp_servers WHERE owner = ?", owner);
  }

  schedules(owner: string): Promise<number> {
    return this.count("SELECT coalesce(sum(scheduled), 0) AS n FROM conversations WHERE owner = ?", owner);
  }

  private async count(statement: string, owner: string) {
    return (await this.db.prepare(statement).bind(owner).first<{ n: number }>())?.n ?? 0;
  }
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
