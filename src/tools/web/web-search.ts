/** The `web_search` tool: searches with the provider that the operator has connected. */
import { z } from "zod";
import type { Tool, ToolOutcome } from "../../agent/ports/tool.ts";
import { defineTool, toolError, trustedResult } from "../define-tool.ts";
import { isSearchSet, type SearchSettings, searchRequest } from "./search-providers.ts";
import type { SearchHit, SearchRequest } from "./search-request.ts";

export interface SearchDeps {
  /** Fetches an address of a provider; may reject. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  settings: SearchSettings;
}

const NOT_CONFIGURED =
  "No search engine is connected. The operator can connect one on the page [Connections](/connections). Without one, web_fetch reads pages whose address is known.";
const TIMEOUT = 15_000;

export function createWebSearchTool(deps: SearchDeps): Tool {
  return defineTool({
    name: "web_search",
    description:
      "Search the web. Gives titles, addresses and short passages; read the pages that matter with web_fetch.",
    schema: z.object({
      query: z.string().trim().min(1).max(400),
      count: z.int().min(1).max(20).default(8),
      freshness: z.enum(["day", "week", "month", "year"]).optional().describe("Only pages this new"),
    }),
    effect: "read",
    reach: "outside",
    // The query goes to the operator's own search provider, as every prompt goes to their model provider.
    touches: () => ({ to: "nobody" }),
    isOffered: () => isSearchSet(deps.settings),
    async run(query, { signal, progress }) {
      const request = searchRequest(deps.settings, query);
      if (!request) return toolError(NOT_CONFIGURED);
      progress({ status: "searching", query: query.query });
      const answer = await runSearch(deps, request, signal);
      if (!answer.ok) return toolError(answer.reason);
      progress({ status: "found", count: answer.hits.length });
      return show(answer.hits.slice(0, query.count));
    },
  });
}

/** `reason` is public and says what to do. */
export type SearchAnswer = { ok: true; hits: SearchHit[] } | { ok: false; reason: string };

/** Rejects only when `signal` aborts. */
export async function runSearch(
  deps: Pick<SearchDeps, "fetch">,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);
  try {
    const response = await deps.fetch(request.url, { ...request.init, signal: limit });
    if (!response.ok) return { ok: false, reason: statusReason(request.provider, response.status) };
    return { ok: true, hits: request.parse(await response.text()) };
  } catch (error) {
    if (signal.aborted) throw error;
    const why = limit.aborted
      ? "it took too long"
      : "it could not be reached, or its answer was not understood";
    return { ok: false, reason: `${request.provider} search failed: ${why}. Try again, or go on without.` };
  }
}

function statusReason(provider: string, status: number): string {
  if (status === 401 || status === 403)
    return `${provider} refused the key (${status}). The operator can change it on the page [Connections](/connections).`;
  if (status === 429) return `${provider} has had too many searches (429). Try again later.`;
  return `${provider} answered ${status}.`;
}

function show(hits: readonly SearchHit[]): ToolOutcome {
  const usable = hits.filter(({ url }) => /^https?:\/\//.test(url));
  if (usable.length === 0) return trustedResult("Nothing was found.");
  const lines = usable.map(
    ({ title, url, snippet }, index) => `${index + 1}. ${plain(title)}\n${url}\n${plain(snippet)}`,
  );
  return {
    ok: true,
    content: lines.join("\n\n"),
    trust: "untrusted",
    citations: usable.map(({ url, title }) => ({ url, title: plain(title) || url })),
    links: usable.map(({ url }) => url),
  };
}

/** Removes the highlighting of the words that were searched for. */
function plain(text: string): string {
  return text
    .replace(/<\/?(strong|b|em|mark|span)[^>]*>/gi, "")
    .replace(/\s+/g, " ")
    .trim();
}
