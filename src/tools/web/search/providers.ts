/** The list of search providers. All that are set are asked side by side; a new one is a file and a line here. */
import { arxiv } from "./arxiv.ts";
import { brave } from "./brave.ts";
import { cloudflare } from "./cloudflare.ts";
import { duckDuckGo } from "./duckduckgo.ts";
import { exa } from "./exa.ts";
import { google } from "./google.ts";
import { jina } from "./jina.ts";
import { kagi } from "./kagi.ts";
import { openAlex } from "./openalex.ts";
import type { SearchQuery, SearchSettings } from "./query.ts";
import type { SearchProvider, SearchRequest } from "./request.ts";
import { searxng } from "./searxng.ts";
import { semanticScholar } from "./semantic-scholar.ts";
import { serper } from "./serper.ts";
import { tavily } from "./tavily.ts";

const PROVIDERS: readonly SearchProvider[] = [
  brave,
  tavily,
  exa,
  kagi,
  serper,
  google,
  jina,
  searxng,
  duckDuckGo,
  cloudflare,
  openAlex,
  arxiv,
  semanticScholar,
];

/** Requests to all providers that are set and serve the query's focus; those of the focus alone go first. */
export function searchRequests(settings: SearchSettings, query: SearchQuery): SearchRequest[] {
  const of = (providers: readonly SearchProvider[]) =>
    providers.flatMap((provider) => provider.request(settings, query) ?? []);
  const own = of(PROVIDERS.filter(({ serves }) => serves !== undefined && serves === query.focus));
  return [...own, ...of(PROVIDERS.filter(({ serves }) => serves === undefined))];
}

/** Undefined when the named provider is not set, or there is none of that name. */
export function requestTo(
  name: string,
  settings: SearchSettings,
  query: SearchQuery,
): SearchRequest | undefined {
  return PROVIDERS.find((provider) => provider.name === name)?.request(settings, query);
}
