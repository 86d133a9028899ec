/** A search within the hosts that hold for it, by all providers that are set, as the tool's result. */
import type { ToolContext, ToolOutcome } from "../../../agent/ports/tool.ts";
import { toolError, trustedResult } from "../../define-tool.ts";
import { isAllowed, withinHosts } from "./hosts.ts";
import { searchRequests } from "./providers.ts";
import type { SearchDeps, SearchHit, SearchQuery } from "./query.ts";
import { runSearches } from "./run-search.ts";

const NOT_CONFIGURED =
  "No search engine is connected. The operator can connect one on the page [Connections](/connections). Without one, web_fetch reads pages whose address is known.";

export async function search(
  { settings, ...reach }: SearchDeps,
  asked: SearchQuery,
  { agent, now, signal, progress }: ToolContext,
): Promise<ToolOutcome> {
  const query = withinHosts({ ...asked, now }, settings, agent);
  if (query === "nothing")
    return toolError("This search is limited to other sites. Search without `hosts`, or name allowed ones.");
  const requests = searchRequests(settings, query);
  if (requests.length === 0) return toolError(NOT_CONFIGURED);
  progress({ status: "searching", query: query.query });
  const { hits, failures } = await runSearches(reach, requests, signal);
  if (failures.length === requests.length) return toolError(failures.join("\n"));
  const found = hits.filter((hit) => /^https?:\/\//.test(hit.url) && isAllowed(hit, query));
  progress({ status: "found", count: found.length });
  return show(found.slice(0, query.count));
}

function show(usable: readonly SearchHit[]): ToolOutcome {
  if (usable.length === 0) return trustedResult("Nothing was found.");
  const lines = usable.map(
    ({ title, url, snippet }, index) => `${index + 1}. ${plain(title)}\n${url}\n${plain(snippet)}`,
  );
  return {
    ok: true,
    content: lines.join("\n\n"),
    trust: "untrusted",
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
