/** Cache of fetched pages: reading on makes no second request, and a stale page is only revalidated. */
import type { Page } from "./html/html.ts";

export interface KeptPage extends Page {
  /** Final address, after redirects. */
  url: string;
  etag?: string;
  last_modified?: string;
  /** ms since the epoch. */
  fetched_at: number;
}

/** Port. Neither method throws: without a cache the page is fetched again. */
export interface PageCache {
  get(owner: string, address: string): Promise<KeptPage | undefined>;
  put(owner: string, address: string, page: KeptPage): Promise<void>;
}
