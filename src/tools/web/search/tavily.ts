/** Tavily. */
import { z } from "zod";
import { jsonHeaders, type SearchProvider, text, wordsWithOperators } from "./request.ts";

const Answer = z.object({
  results: z.array(z.object({ title: text, url: z.string(), content: text })),
});

export const tavily: SearchProvider = {
  name: "tavily",
  request(settings, query) {
    const { TAVILY_API_KEY: key, TAVILY_BASE_URL: base = "https://api.tavily.com" } = settings;
    if (!key) return undefined;
    const { count, freshness, hosts = [], not_hosts = [], focus } = query;
    const asked = {
      query: wordsWithOperators({ query: query.query, count, focus: hosts.length > 0 ? undefined : focus }),
      max_results: count,
      ...(freshness && { time_range: freshness }),
      ...(hosts.length > 0 && { include_domains: hosts }),
      ...(not_hosts.length > 0 && { exclude_domains: not_hosts }),
    };
    return {
      provider: "Tavily",
      url: `${base}/search`,
      init: {
        method: "POST",
        headers: jsonHeaders({ authorization: `Bearer ${key}` }),
        body: JSON.stringify(asked),
      },
      parse: (body) =>
        Answer.parse(JSON.parse(body)).results.map(({ title, url, content }) => ({
          title,
          url,
          snippet: content,
        })),
    };
  },
};
