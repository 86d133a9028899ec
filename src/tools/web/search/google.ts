/** Google's Programmable Search. */
import { z } from "zod";
import { type SearchProvider, text, wordsWithOperators } from "./request.ts";

const Answer = z.object({
  items: z.array(z.object({ title: text, link: z.string(), snippet: text })).nullish(),
});

/** The API gives no more at once. */
const MOST = 10;

export const google: SearchProvider = {
  name: "google_search",
  request(settings, query) {
    const { GOOGLE_SEARCH_API_KEY: key, GOOGLE_SEARCH_ENGINE_ID: cx } = settings;
    const { GOOGLE_SEARCH_BASE_URL: base = "https://www.googleapis.com" } = settings;
    if (!key || !cx) return undefined;
    const { count, freshness } = query;
    const num = String(Math.min(count, MOST));
    const params = new URLSearchParams({ key, cx, q: wordsWithOperators(query), num });
    if (freshness) params.set("dateRestrict", `${freshness[0]}1`);
    return {
      provider: "Google",
      url: `${base}/customsearch/v1?${params}`,
      init: { headers: { accept: "application/json" } },
      parse: (body) =>
        (Answer.parse(JSON.parse(body)).items ?? []).map(({ title, link, snippet }) => ({
          title,
          url: link,
          snippet,
        })),
    };
  },
};
