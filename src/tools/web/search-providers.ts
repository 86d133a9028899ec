/** Web search providers in one shape. Their addresses come from the operator's settings. */
import { z } from "zod";
import { duckDuckGo } from "./duckduckgo.ts";
import type { SearchQuery, SearchRequest } from "./search-request.ts";

export interface SearchSettings {
  BRAVE_API_KEY?: string | undefined;
  BRAVE_BASE_URL?: string | undefined;
  TAVILY_API_KEY?: string | undefined;
  TAVILY_BASE_URL?: string | undefined;
  SEARXNG_URL?: string | undefined;
  DUCKDUCKGO_SEARCH?: "true" | "false" | undefined;
  DUCKDUCKGO_BASE_URL?: string | undefined;
}

export type SearchProvider = "brave" | "tavily" | "searxng" | "duckduckgo";

/** Each gives undefined where it is not set. The first one that is set is asked. */
const PROVIDERS: Readonly<
  Record<SearchProvider, (settings: SearchSettings, query: SearchQuery) => SearchRequest | undefined>
> = {
  brave: (settings, query) =>
    settings.BRAVE_API_KEY ? brave(settings.BRAVE_API_KEY, settings.BRAVE_BASE_URL, query) : undefined,
  tavily: (settings, query) =>
    settings.TAVILY_API_KEY ? tavily(settings.TAVILY_API_KEY, settings.TAVILY_BASE_URL, query) : undefined,
  searxng: (settings, query) => (settings.SEARXNG_URL ? searxng(settings.SEARXNG_URL, query) : undefined),
  duckduckgo: (settings, query) =>
    settings.DUCKDUCKGO_SEARCH === "true" ? duckDuckGo(settings.DUCKDUCKGO_BASE_URL, query) : undefined,
};

/** Undefined when no provider is set, or the named one is not. */
export function searchRequest(
  settings: SearchSettings,
  query: SearchQuery,
  named?: SearchProvider,
): SearchRequest | undefined {
  if (named !== undefined) return PROVIDERS[named](settings, query);
  for (const of of Object.values(PROVIDERS)) {
    const request = of(settings, query);
    if (request) return request;
  }
  return undefined;
}

export function isSearchSet(settings: SearchSettings): boolean {
  return searchRequest(settings, { query: "", count: 1 }) !== undefined;
}

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

const BraveAnswer = z.object({
  web: z
    .object({ results: z.array(z.object({ title: text, url: z.string(), description: text })) })
    .nullish(),
});

function brave(
  key: string,
  base = "https://api.search.brave.com",
  { query, count, freshness }: SearchQuery,
): SearchRequest {
  const params = new URLSearchParams({ q: query, count: String(count) });
  if (freshness) params.set("freshness", `p${freshness[0]}`);
  return {
    provider: "Brave",
    url: `${base}/res/v1/web/search?${params}`,
    init: { headers: { accept: "application/json", "x-subscription-token": key } },
    parse: (body) =>
      (BraveAnswer.parse(JSON.parse(body)).web?.results ?? []).map(({ title, url, description }) => ({
        title,
        url,
        snippet: description,
      })),
  };
}

const TavilyAnswer = z.object({
  results: z.array(z.object({ title: text, url: z.string(), content: text })),
});

function tavily(
  key: string,
  base = "https://api.tavily.com",
  { query, count, freshness }: SearchQuery,
): SearchRequest {
  const body = { query, max_results: count, ...(freshness && { time_range: freshness }) };
  return {
    provider: "Tavily",
    url: `${base}/search`,
    init: {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    },
    parse: (body) =>
      TavilyAnswer.parse(JSON.parse(body)).results.map(({ title, url, content }) => ({
        title,
        url,
        snippet: content,
      })),
  };
}

const SearxngAnswer = z.object({
  results: z.array(z.object({ title: text, url: z.string(), content: text })),
});

function searxng(base: string, { query, freshness }: SearchQuery): SearchRequest {
  const params = new URLSearchParams({ q: query, format: "json" });
  if (freshness) params.set("time_range", freshness);
  return {
    provider: "SearXNG",
    url: `${base}/search?${params}`,
    init: { headers: { accept: "application/json" } },
    parse: (body) =>
      SearxngAnswer.parse(JSON.parse(body)).results.map(({ title, url, content }) => ({
        title,
        url,
        snippet: content,
      })),
  };
}
