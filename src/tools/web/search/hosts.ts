/** Hosts that a search may find pages of: those that instance, agent and search name. */
import type { SearchHit, SearchQuery, SearchSettings } from "./query.ts";

/** Hosts of an agent. Empty: as the instance says. */
interface AgentHosts {
  search_hosts: readonly string[];
  search_blocked_hosts: readonly string[];
}

/** The query within all hosts that hold for it. `nothing`: no host is left that it may search. */
export function withinHosts(
  query: SearchQuery,
  settings: SearchSettings,
  agent: AgentHosts,
): SearchQuery | "nothing" {
  const allowed = [split(settings.SEARCH_HOSTS), clean(agent.search_hosts), clean(query.hosts ?? [])];
  const hosts = allowed.reduce(narrowed);
  if (hosts.length === 0 && allowed.some((list) => list.length > 0)) return "nothing";
  const not = [
    split(settings.SEARCH_BLOCKED_HOSTS),
    clean(agent.search_blocked_hosts),
    clean(query.not_hosts ?? []),
  ];
  return { ...query, hosts, not_hosts: [...new Set(not.flat())] };
}

/** Hosts of both lists; an empty one names all. A list that leaves nothing of the other stays without a host. */
function narrowed(wide: readonly string[], narrow: readonly string[]): readonly string[] {
  if (wide.length === 0) return narrow;
  if (narrow.length === 0) return wide;
  const inside = narrow.filter((host) => wide.some((of) => isWithin(host, of)));
  const around = wide.filter((host) => narrow.some((of) => isWithin(host, of)));
  return [...new Set([...inside, ...around])];
}

/** Providers need not obey: hits elsewhere are left out. */
export function isAllowed({ url }: SearchHit, { hosts = [], not_hosts = [] }: SearchQuery): boolean {
  const host = URL.parse(url)?.hostname.toLowerCase() ?? "";
  const isIn = (list: readonly string[]) => list.some((of) => isWithin(host, of));
  return (hosts.length === 0 || isIn(hosts)) && !isIn(not_hosts);
}

function isWithin(host: string, of: string): boolean {
  return host === of || host.endsWith(`.${of}`);
}

function split(list = ""): readonly string[] {
  return clean(list.split(","));
}

/** Host names alone, however they were written: with a scheme, a path, `www.` or `*.` before them. */
function clean(list: readonly string[]): readonly string[] {
  return list.flatMap((entry) => {
    const bare = entry.trim().toLowerCase().replace(/^\*\./, "");
    const host = URL.parse(/^[a-z]+:\/\//.test(bare) ? bare : `https://${bare}`)?.hostname ?? "";
    return host === "" ? [] : [host.replace(/^www\./, "")];
  });
}
