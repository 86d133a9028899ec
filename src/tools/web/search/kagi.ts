/** Kagi. */
import { z } from "zod";
import { earliestDay, type SearchProvider, text, wordsWithOperators } from "./request.ts";

/** Results have `t` 0; related searches, which have no address, another. */
const Answer = z.object({
  data: z.array(z.object({ t: z.number(), title: text, url: text, snippet: text })),
});

export const kagi: SearchProvider = {
  name: "kagi",
  request(settings, query) {
    const { KAGI_API_KEY: key, KAGI_BASE_URL: base = "https://kagi.com" } = settings;
    if (!key) return undefined;
    const since = earliestDay(query);
    const words = wordsWithOperators(query);
    const q = since === undefined ? words : `${words} after:${since}`;
    const params = new URLSearchParams({ q, limit: String(query.count) });
    return {
      provider: "Kagi",
      url: `${base}/api/v0/search?${params}`,
      init: { headers: { accept: "application/json", authorization: `Bot ${key}` } },
      parse: (body) =>
        Answer.parse(JSON.parse(body)).data.flatMap(({ t, title, url, snippet }) =>
          t === 0 && url !== "" ? [{ title, url, snippet }] : [],
        ),
    };
  },
};
