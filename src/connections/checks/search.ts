/** Check of a search provider: one small search. */
import type { SearchSettings } from "../../tools/web/search/query.ts";
import type { Check } from "./check.ts";

const QUERY = { query: "nightjar bird", count: 3 };

export function searchCheck(provider: string): Check {
  return async (settings, { fetch, signal }) => {
    const [{ requestTo }, { runSearch }] = await Promise.all([
      import("../../tools/web/search/providers.ts"),
      import("../../tools/web/search/run-search.ts"),
    ]);
    const request = requestTo(provider, settings as SearchSettings, QUERY);
    if (!request) return { status: "broken", problem: "A value is missing." };
    // One small search, which somebody asked for.
    const pace = { take: () => 0, exhaust: () => undefined };
    const answer = await runSearch({ fetch, pace }, request, signal);
    if (!answer.ok) return { status: "broken", problem: answer.reason };
    const [first] = answer.hits;
    if (!first) return { status: "broken", problem: `${request.provider} found nothing for a test search.` };
    return { status: "ok", name: first.title.replace(/<[^>]*>/g, "").slice(0, 100) };
  };
}
