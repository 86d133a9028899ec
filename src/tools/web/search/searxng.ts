/** SearXNG, which the operator hosts. */
import { z } from "zod";
import type { Focus } from "./query.ts";
import { type SearchProvider, text, wordsWithOperators } from "./request.ts";

const Answer = z.object({
  results: z.array(z.object({ title: text, url: z.string(), content: text })),
});

/** SearXNG's categories, which serve a focus better than hosts. */
const CATEGORIES: Partial<Record<Focus, string>> = { papers: "science", forum: "social media" };

export const searxng: SearchProvider = {
  name: "searxng",
  request(settings, query) {
    const { SEARXNG_URL: base } = settings;
    if (!base) return undefined;
    const { freshness, focus, ...rest } = query;
    const params = new URLSearchParams({ q: wordsWithOperators(rest), format: "json" });
    if (freshness) params.set("time_range", freshness);
    const category = focus && CATEGORIES[focus];
    if (category) params.set("categories", category);
    return {
      provider: "SearXNG",
      url: `${base}/search?${params}`,
      init: { headers: { accept: "application/json" } },
      parse: (body) =>
        Answer.parse(JSON.parse(body)).results.map(({ title, url, content }) => ({
          title,
          url,
          snippet: content,
        })),
    };
  },
};
