/** Jina's search. */
import { z } from "zod";
import { type SearchProvider, text, wordsWithOperators } from "./request.ts";

const Answer = z.object({
  data: z.array(z.object({ title: text, url: z.string(), description: text })).nullish(),
});

export const jina: SearchProvider = {
  name: "jina",
  request(settings, query) {
    const { JINA_API_KEY: key, JINA_BASE_URL: base = "https://s.jina.ai" } = settings;
    if (!key) return undefined;
    const params = new URLSearchParams({ q: wordsWithOperators(query) });
    return {
      provider: "Jina",
      url: `${base}/?${params}`,
      init: {
        headers: {
          accept: "application/json",
          authorization: `Bearer ${key}`,
          // Pages are read by web_fetch: their content here would be paid for twice.
          "x-respond-with": "no-content",
        },
      },
      parse: (body) =>
        (Answer.parse(JSON.parse(body)).data ?? []).map(({ title, url, description }) => ({
          title,
          url,
          snippet: description,
        })),
    };
  },
};
