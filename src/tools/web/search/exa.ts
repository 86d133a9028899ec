/** Exa. */
import { z } from "zod";
import { earliestDay, jsonHeaders, type SearchProvider, text } from "./request.ts";

const Answer = z.object({
  results: z.array(
    z.object({ title: text, url: z.string(), highlights: z.array(z.string()).nullish(), text }),
  ),
});

const MOST_CHARACTERS = 600;

export const exa: SearchProvider = {
  name: "exa",
  request(settings, query) {
    const { EXA_API_KEY: key, EXA_BASE_URL: base = "https://api.exa.ai" } = settings;
    if (!key) return undefined;
    const { count, hosts = [], not_hosts = [], focus } = query;
    const since = earliestDay(query);
    const asked = {
      query: query.query,
      numResults: count,
      contents: { highlights: { maxCharacters: MOST_CHARACTERS } },
      ...(hosts.length > 0 && { includeDomains: hosts }),
      ...(not_hosts.length > 0 && { excludeDomains: not_hosts }),
      ...(focus === "papers" && { category: "research paper" }),
      ...(since && { startPublishedDate: since }),
    };
    return {
      provider: "Exa",
      url: `${base}/search`,
      init: { method: "POST", headers: jsonHeaders({ "x-api-key": key }), body: JSON.stringify(asked) },
      parse: (body) =>
        Answer.parse(JSON.parse(body)).results.map(({ title, url, highlights, text: whole }) => ({
          title,
          url,
          snippet: (highlights?.join(" … ") || whole).slice(0, MOST_CHARACTERS),
        })),
    };
  },
};
