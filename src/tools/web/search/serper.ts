/** Serper: Google's results. */
import { z } from "zod";
import { jsonHeaders, type SearchProvider, text, wordsWithOperators } from "./request.ts";

const Answer = z.object({
  organic: z.array(z.object({ title: text, link: z.string(), snippet: text })).nullish(),
});

export const serper: SearchProvider = {
  name: "serper",
  request(settings, query) {
    const { SERPER_API_KEY: key, SERPER_BASE_URL: base = "https://google.serper.dev" } = settings;
    if (!key) return undefined;
    const { count, freshness } = query;
    const asked = {
      q: wordsWithOperators(query),
      num: count,
      ...(freshness && { tbs: `qdr:${freshness[0]}` }),
    };
    return {
      provider: "Serper",
      url: `${base}/search`,
      init: { method: "POST", headers: jsonHeaders({ "x-api-key": key }), body: JSON.stringify(asked) },
      parse: (body) =>
        (Answer.parse(JSON.parse(body)).organic ?? []).map(({ title, link, snippet }) => ({
          title,
          url: link,
          snippet,
        })),
    };
  },
};
