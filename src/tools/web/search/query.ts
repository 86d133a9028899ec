/** Query and settings of a search. */
import type { RateLimiter } from "../../../domain/time/rate-limiter.ts";

/** Kinds of sources that a search may be about. */
export const FOCUSES = ["web", "papers", "forum"] as const;

export type Focus = (typeof FOCUSES)[number];

export interface SearchQuery {
  query: string;
  count: number;
  freshness?: "day" | "week" | "month" | "year" | undefined;
  /** Absent: the web. */
  focus?: Focus | undefined;
  /** Hosts to stay within, with those below them; absent or empty: any. */
  hosts?: readonly string[] | undefined;
  /** None of these hosts, nor what is below them. */
  not_hosts?: readonly string[] | undefined;
  /** ms since the epoch, for providers that take a date in place of an age. */
  now?: number | undefined;
}

export interface SearchHit {
  title: string;
  url: string;
  snippet: string;
}

/** Settings of all providers; each reads its own. */
export interface SearchSettings {
  BRAVE_API_KEY?: string | undefined;
  BRAVE_BASE_URL?: string | undefined;
  TAVILY_API_KEY?: string | undefined;
  TAVILY_BASE_URL?: string | undefined;
  SEARXNG_URL?: string | undefined;
  EXA_API_KEY?: string | undefined;
  EXA_BASE_URL?: string | undefined;
  SERPER_API_KEY?: string | undefined;
  SERPER_BASE_URL?: string | undefined;
  KAGI_API_KEY?: string | undefined;
  KAGI_BASE_URL?: string | undefined;
  GOOGLE_SEARCH_API_KEY?: string | undefined;
  GOOGLE_SEARCH_ENGINE_ID?: string | undefined;
  GOOGLE_SEARCH_BASE_URL?: string | undefined;
  JINA_API_KEY?: string | undefined;
  JINA_BASE_URL?: string | undefined;
  DUCKDUCKGO_SEARCH?: "true" | "false" | undefined;
  DUCKDUCKGO_BASE_URL?: string | undefined;
  OPENALEX_SEARCH?: "true" | "false" | undefined;
  OPENALEX_BASE_URL?: string | undefined;
  ARXIV_SEARCH?: "true" | "false" | undefined;
  ARXIV_BASE_URL?: string | undefined;
  SEMANTIC_SCHOLAR_SEARCH?: "true" | "false" | undefined;
  SEMANTIC_SCHOLAR_BASE_URL?: string | undefined;
  CLOUDFLARE_SEARCH_ACCOUNT?: string | undefined;
  CLOUDFLARE_SEARCH_TOKEN?: string | undefined;
  CLOUDFLARE_SEARCH_BASE_URL?: string | undefined;
  /** Comma-separated hosts that alone are searched, and that never are. */
  SEARCH_HOSTS?: string | undefined;
  SEARCH_BLOCKED_HOSTS?: string | undefined;
}

export interface SearchDeps {
  /** Fetches an address of a provider; may reject. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  settings: SearchSettings;
  /** Keeps to the allowances of engines that everybody may ask. */
  pace: Pick<RateLimiter, "take" | "exhaust">;
  /** Time in ms that the other providers have once one has found something. Absent: 2.5 s. */
  patience_ms?: number;
}
