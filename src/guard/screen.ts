/** Screens one address before anything is sent. */
import { parseIp } from "./ip.ts";
import { closedName } from "./names.ts";
import { closedKind } from "./ranges.ts";

export interface GuardRules {
  /** `host` (any port) or `host:port`, lower case: the operator's exceptions. */
  allow_hosts: readonly string[];
}

/** `lookup` names the host whose addresses still need a check. */
type Screening = { ok: true; url: URL; lookup?: string } | { ok: false; reason: string };

const PORTS = new Set(["", "80", "443"]);
const MAX_LENGTH = 8192;

export function screen(address: string, rules: GuardRules): Screening {
  const url = address.length > MAX_LENGTH ? null : URL.parse(address.trim());
  if (!url) return no(`"${address.slice(0, 100)}" is not a web address.`);
  const host = bareHost(url);
  const formal = formProblem(url);
  if (formal) return no(formal);
  if (isException(url, host, rules)) return { ok: true, url };
  if (!PORTS.has(url.port)) return closed(url, `port ${url.port} is not 80 or 443`);
  return screenHost(url, host);
}

function screenHost(url: URL, host: string): Screening {
  const ip = parseIp(host);
  if (ip) {
    const kind = closedKind(ip);
    return kind ? closed(url, `${host} is not a public address (${kind})`) : { ok: true, url };
  }
  const problem = closedName(host);
  return problem ? closed(url, `${host} is ${problem}`) : { ok: true, url, lookup: host };
}

function formProblem(url: URL): string | undefined {
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return `Only http and https addresses can be fetched, not ${url.protocol}`;
  }
  if (url.hostname === "") return "The address has no host.";
  return url.username || url.password
    ? "An address with a user name or password in it is not fetched."
    : undefined;
}

/** Lower case, no brackets, no trailing dots: the parser has already turned numbers into dotted form. */
function bareHost(url: URL): string {
  return url.hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.+$/, "");
}

function isException(url: URL, host: string, { allow_hosts }: GuardRules): boolean {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return allow_hosts.includes(host) || allow_hosts.includes(`${host}:${port}`);
}

function closed(url: URL, why: string): Screening {
  return no(`${url.origin} is not fetched: ${why}. The operator can allow a host with FETCH_ALLOW_HOSTS.`);
}

function no(reason: string): Screening {
  return { ok: false, reason };
}

/** Parses the setting: comma-separated `host` or `host:port`; IPv6 in brackets when a port follows. */
export function parseAllowHosts(setting: string | undefined): string[] {
  return (setting ?? "")
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== "")
    .map((entry) => entry.replace(/^\[(.*)\](?=$|:\d+$)/, "$1"));
}
