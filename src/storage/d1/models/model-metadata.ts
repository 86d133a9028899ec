/** Cache of providers' model lists in D1, so that each is fetched once a day and not once per isolate. */
import { eq } from "drizzle-orm";
import type { MetadataCache } from "../../../providers/metadata/metadata.ts";
import type { Database } from "../database.ts";
import { modelMetadata } from "../schema/accounts.ts";

export class D1MetadataCache implements MetadataCache {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async read(provider: string): Promise<{ text: string; fetched_at: number } | undefined> {
    const [row] = await this.db.select().from(modelMetadata).where(eq(modelMetadata.provider, provider));
    return row && { text: row.body, fetched_at: row.fetched_at };
  }

  async write(provider: string, { text, fetched_at }: { text: string; fetched_at: number }): Promise<void> {
    const row = { provider, body: text, fetched_at };
    await this.db
      .insert(modelMetadata)
      .values(row)
      .onConflictDoUpdate({ target: modelMetadata.provider, set: row });
  }
}
