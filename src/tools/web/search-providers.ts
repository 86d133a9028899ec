/** Web search providers in one shape: Brave, Tavily, SearXNG. Their addresses come from the operator's settings. */
import { z } from "zod";

export interface SearchSettings {
  BRAVE_API_KEY?: string | undefined;
  BRAVE_BASE_URL?: string | undefined;
  TAVILY_API_KEY?: string | undefined;
  TAVILY_BASE_URL?: string | undefined;
  SEARXNG_URL?: string | undefined;
}

interface SearchQuery {
  query: string;
  count: number;
  freshness?: "day" | "week" | "month" | "year" | undefined;
}

export interface SearchHit {
  title: string;
  url: string;
  snippet: string;
}

export interface SearchRequest {
  provider: string;
  url: string;
  init: RequestInit;
  /** Parses the provider's answer. */
  parse(value: unknown): SearchHit[];
}

/** Uses the first configured provider: Brave, Tavily, SearXNG. Undefined when there is none. */
export function searchRequest(settings: SearchSettings, query: SearchQuery): SearchRequest | undefined {
  if (settings.BRAVE_API_KEY) return brave(settings.BRAVE_API_KEY, settings.BRAVE_BASE_URL, query);
  if (settings.TAVILY_API_KEY) return tavily(settings.TAVILY_API_KEY, settings.TAVILY_BASE_URL, query);
  return settings.SEARXNG_URL ? searxng(settings.SEARXNG_URL, query) : undefined;
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
    parse: (value) =>
      (BraveAnswer.parse(value).web?.results ?? []).map(({ title, url, description }) => ({
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
    parse: (value) =>
      TavilyAnswer.parse(value).results.map(({ title, url, content }) => ({ title, url, snippet: content })),
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
    parse: (value) =>
      SearxngAnswer.parse(value).results.map(({ title, url, content }) => ({ title, url, snippet: content })),
  };
}
