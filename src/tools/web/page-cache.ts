/** Pages that were fetched, so that reading on costs no second request and a known page is only revalidated. */
import type { Page } from "./html/html.ts";

export interface KeptPage extends Page {
  /** Where it came from after redirects. */
  url: string;
  etag?: string;
  last_modified?: string;
  /** ms since the epoch. */
  fetched_at: number;
}

/** Neither method throws: without a cache a page is fetched again. */
export interface PageCache {
  get(owner: string, address: string): Promise<KeptPage | undefined>;
  put(owner: string, address: string, page: KeptPage): Promise<void>;
}
