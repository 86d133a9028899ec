/** Web search is set up or not: the settings alone tell, since the providers are loaded with the first search. */
import type { SearchSettings } from "./query.ts";

const KEYS = [
  "BRAVE_API_KEY",
  "TAVILY_API_KEY",
  "EXA_API_KEY",
  "KAGI_API_KEY",
  "SERPER_API_KEY",
  "JINA_API_KEY",
  "SEARXNG_URL",
] as const satisfies readonly (keyof SearchSettings)[];

export function isSearchSet(settings: SearchSettings): boolean {
  return (
    settings.DUCKDUCKGO_SEARCH === "true" ||
    KEYS.some((name) => settings[name]) ||
    Boolean(settings.CLOUDFLARE_SEARCH_ACCOUNT && settings.CLOUDFLARE_SEARCH_TOKEN) ||
    Boolean(settings.GOOGLE_SEARCH_API_KEY && settings.GOOGLE_SEARCH_ENGINE_ID)
  );
}
