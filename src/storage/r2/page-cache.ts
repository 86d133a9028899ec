/** Cache of fetched pages in R2, separate for each owner: nobody sees what another person has read. */
import { z } from "zod";
import { sha256Hex } from "../../platform/digest.ts";
import type { KeptPage, PageCache } from "../../tools/web/page-cache.ts";
import { keys } from "./keys.ts";

const Stored = z.object({
  url: z.string(),
  title: z.string(),
  markdown: z.string(),
  links: z.array(z.string()),
  etag: z.string().optional(),
  last_modified: z.string().optional(),
  fetched_at: z.number(),
});

export class R2PageCache implements PageCache {
  private readonly bucket: R2Bucket;

  constructor(bucket: R2Bucket) {
    this.bucket = bucket;
  }

  async get(owner: string, address: string): Promise<KeptPage | undefined> {
    const object = await this.bucket.get(await keyOf(owner, address)).catch(() => null);
    const parsed = Stored.safeParse(await object?.json().catch(() => undefined));
    return parsed.success ? (parsed.data as KeptPage) : undefined;
  }

  async put(owner: string, address: string, page: KeptPage): Promise<void> {
    // A failed cache write is ignored: the page is available anyway.
    await this.bucket.put(await keyOf(owner, address), JSON.stringify(page)).catch(() => undefined);
  }
}

async function keyOf(owner: string, address: string): Promise<string> {
  return keys.page(await sha256Hex(`${owner}\n${address}`));
}
