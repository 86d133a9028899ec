/** Loads a page with the guarded fetch, or from the cache while it is fresh or revalidated. */
import type { FetchResult, GuardedFetch } from "../../agent/ports/fetch.ts";
import { READABLE, type ReadSentFile, readPage } from "./page.ts";
import type { KeptPage, PageCache } from "./page-cache.ts";

export interface PageDeps {
  fetch: GuardedFetch;
  cache: PageCache;
  readFile: ReadSentFile;
}

type LoadedPage =
  | { ok: true; page: KeptPage }
  /** `quoted`: the reason contains the server's own words. */
  | { ok: false; reason: string; quoted: boolean };

/** ms that a cached page is served without revalidation. */
const FRESH = 10 * 60 * 1000;
const MAX_BYTES = 8_000_000;
const USER_AGENT = "Mozilla/5.0 (compatible; Nightjar/0.1; an agent reads this for a person)";

export async function loadPage(
  deps: PageDeps,
  request: { owner: string; address: string; now: number; signal: AbortSignal },
): Promise<LoadedPage> {
  const { owner, address, now, signal } = request;
  const cached = await deps.cache.get(owner, address);
  if (cached && now - cached.fetched_at < FRESH) return { ok: true, page: cached };
  const headers = requestHeaders(cached);
  const answer = await deps.fetch.load(address, { headers, accept: READABLE, max_bytes: MAX_BYTES, signal });
  const loaded = await interpret(answer, { cached, now, readFile: deps.readFile });
  if (loaded.ok) await deps.cache.put(owner, address, loaded.page);
  return loaded;
}

function requestHeaders(cached: KeptPage | undefined): Record<string, string> {
  return {
    "user-agent": USER_AGENT,
    accept:
      "text/html,application/xhtml+xml,application/pdf;q=0.9,text/*;q=0.8,application/json;q=0.8,*/*;q=0.1",
    ...(cached?.etag && { "if-none-match": cached.etag }),
    ...(cached?.last_modified && { "if-modified-since": cached.last_modified }),
  };
}

interface FetchContext {
  cached: KeptPage | undefined;
  now: number;
  readFile: ReadSentFile;
}

async function interpret(answer: FetchResult, { cached, now, readFile }: FetchContext): Promise<LoadedPage> {
  if (!answer.ok) return { ok: false, reason: answer.reason, quoted: false };
  if (answer.status === 304 && cached) return { ok: true, page: { ...cached, fetched_at: now } };
  if (answer.status >= 400) return refusal(answer, readFile);
  try {
    const page = await readPage(answer, readFile);
    return { ok: true, page: { ...page, url: answer.url, fetched_at: now, ...validators(answer.headers) } };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error), quoted: false };
  }
}

/** Builds the refusal, with a part of the server's own words: they may say why. */
async function refusal(answer: FetchResult & { ok: true }, readFile: ReadSentFile): Promise<LoadedPage> {
  const { status, url } = answer;
  const page = await readPage(answer, readFile).catch(() => undefined);
  const words = page?.markdown.slice(0, 500) ?? "";
  return {
    ok: false,
    reason: `${url} answered ${status}.${words ? ` It says: ${words}` : ""}`,
    quoted: words !== "",
  };
}

function validators(headers: Headers): { etag?: string; last_modified?: string } {
  const etag = headers.get("etag");
  const modified = headers.get("last-modified");
  return { ...(etag && { etag }), ...(modified && { last_modified: modified }) };
}
