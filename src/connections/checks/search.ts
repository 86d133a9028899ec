/** Check of a search provider: one small search. */
import { type SearchProvider, type SearchSettings, searchRequest } from "../../tools/web/search-providers.ts";
import { runSearch } from "../../tools/web/web-search.ts";
import type { Check } from "./check.ts";

export function searchCheck(provider: SearchProvider): Check {
  return async (settings, { fetch, signal }) => {
    const request = searchRequest(settings as SearchSettings, { query: "nightjar bird", count: 3 }, provider);
    if (!request) return { status: "broken", problem: "A value is missing." };
    const answer = await runSearch({ fetch }, request, signal);
    if (!answer.ok) return { status: "broken", problem: answer.reason };
    const [first] = answer.hits;
    if (!first) return { status: "broken", problem: `${request.provider} found nothing for a test search.` };
    return { status: "ok", name: first.title.replace(/<[^>]*>/g, "").slice(0, 100) };
  };
}
