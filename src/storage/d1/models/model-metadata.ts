/** Cache of providers' model lists in D1, so that each is fetched once a day and not once per isolate. */
import { eq } from "drizzle-orm";
import type { MetadataCache } from "../../../providers/metadata/metadata.ts";
import type { Database } from "../database.ts";
import { modelMetadata } from "../schema/accounts.ts";

export function createMetadataCache(db: Database): MetadataCache {
  return {
    async read(provider) {
      const [row] = await db.select().from(modelMetadata).where(eq(modelMetadata.provider, provider));
      return row && { text: row.body, fetched_at: row.fetched_at };
    },
    async write(provider, { text, fetched_at }) {
      const row = { provider, body: text, fetched_at };
      await db
        .insert(modelMetadata)
        .values(row)
        .onConflictDoUpdate({ target: modelMetadata.provider, set: row });
    },
  };
}
