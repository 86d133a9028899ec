/** The `web_search` tool: asks all search providers that the operator has connected, and merges what they find. */
import { z } from "zod";
import type { Tool } from "../../agent/ports/tool.ts";
import { defineTool } from "../define-tool.ts";
import { isSearchSet } from "./search/is-set.ts";
import { FOCUSES, type SearchDeps } from "./search/query.ts";

const Host = z.string().trim().min(1).max(253);

export function createWebSearchTool(deps: SearchDeps): Tool {
  return defineTool({
    name: "web_search",
    description:
      "Search the web. Gives titles, addresses and short passages; read the pages that matter with web_fetch.",
    schema: z.object({
      query: z.string().trim().min(1).max(400),
      count: z.int().min(1).max(20).default(8),
      freshness: z.enum(["day", "week", "month", "year"]).optional().describe("Only pages this new"),
      focus: z.enum(FOCUSES).optional().describe("Scientific papers or forums alone"),
      hosts: z.array(Host).max(20).optional().describe("Only pages of these sites"),
      not_hosts: z.array(Host).max(20).optional().describe("No pages of these sites"),
    }),
    effect: "read",
    reach: "outside",
    // The query goes to the operator's own search providers, as every prompt goes to their model provider.
    touches: () => ({ to: "nobody" }),
    isOffered: () => isSearchSet(deps.settings),
    // Loaded with the first search: the providers are many.
    run: async (query, context) => (await import("./search/search.ts")).search(deps, query, context),
  });
}
