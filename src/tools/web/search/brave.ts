/** Brave Search. */
import { z } from "zod";
import { type SearchProvider, text, wordsWithOperators } from "./request.ts";

const Answer = z.object({
  web: z
    .object({ results: z.array(z.object({ title: text, url: z.string(), description: text })) })
    .nullish(),
});

export const brave: SearchProvider = {
  name: "brave",
  request(settings, query) {
    const { BRAVE_API_KEY: key, BRAVE_BASE_URL: base = "https://api.search.brave.com" } = settings;
    if (!key) return undefined;
    const { count, freshness } = query;
    const params = new URLSearchParams({ q: wordsWithOperators(query), count: String(count) });
    if (freshness) params.set("freshness", `p${freshness[0]}`);
    return {
      provider: "Brave",
      url: `${base}/res/v1/web/search?${params}`,
      init: { headers: { accept: "application/json", "x-subscription-token": key } },
      parse: (body) =>
        (Answer.parse(JSON.parse(body)).web?.results ?? []).map(({ title, url, description }) => ({
          title,
          url,
          snippet: description,
        })),
    };
  },
};
