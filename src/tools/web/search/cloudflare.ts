/** Cloudflare's Web Search API: other engines behind one account's AI Gateway. */
import { z } from "zod";
import { jsonHeaders, type SearchProvider, text } from "./request.ts";

const Items = z.object({ items: z.array(z.object({ url: z.string(), title: text, description: text })) });
/** In the envelope of Cloudflare's API, or without it. */
const Answer = z.union([Items, z.object({ result: Items }).transform(({ result }) => result)]);

const MOST_HITS = 10;

export const cloudflare: SearchProvider = {
  name: "cloudflare_search",
  request(settings, { query, count }) {
    const { CLOUDFLARE_SEARCH_ACCOUNT: account, CLOUDFLARE_SEARCH_TOKEN: token } = settings;
    if (!account || !token) return undefined;
    const base = settings.CLOUDFLARE_SEARCH_BASE_URL ?? "https://api.cloudflare.com";
    const limit = Math.min(count, MOST_HITS);
    return {
      provider: "Cloudflare",
      url: `${base}/client/v4/accounts/${encodeURIComponent(account)}/ai/websearch/`,
      init: {
        method: "POST",
        headers: jsonHeaders({ authorization: `Bearer ${token}` }),
        body: JSON.stringify({ query, limit, options: { gateway: { id: "default" } } }),
      },
      parse: (body) =>
        Answer.parse(JSON.parse(body)).items.map(({ url, title, description: snippet }) => ({
          ...{ url, title, snippet },
        })),
    };
  },
};
