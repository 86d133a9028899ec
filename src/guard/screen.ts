/** Screens one address before anything is sent. */
import { parseIp } from "./ip.ts";
import { closedName, isMetadataName } from "./names.ts";
import { closedKind, isMetadata } from "./ranges.ts";

export interface GuardRules {
  /** `host` (any port) or `host:port`, lower case: the operator's exceptions. */
  allow_hosts: readonly string[];
  /** `host:port`, lower case: exceptions that an operator confirmed in the app. Cloud metadata stays refused. */
  confirmed_hosts?: () => readonly string[];
}

/**
 * `lookup` names the host whose addresses still need a check: all must be public, or none cloud metadata where the host
 * was confirmed. `may_confirm`: an operator's confirmation would lift the refusal.
 */
export type Screening =
  | { ok: true; url: URL; lookup?: string; is_confirmed?: true }
  | { ok: false; reason: string; may_confirm: boolean };

const PORTS = new Set(["", "80", "443"]);
const MAX_LENGTH = 8192;

export function screen(address: string, rules: GuardRules): Screening {
  const url = address.length > MAX_LENGTH ? null : URL.parse(address.trim());
  if (!url) return no(`"${address.slice(0, 100)}" is not a web address.`);
  const host = bareHost(url);
  const formal = formProblem(url);
  if (formal) return no(formal);
  if (isException(url, host, rules)) return { ok: true, url };
  if (isNever(host))
    return no(`${url.origin} is not fetched: ${host} is not a public address (cloud metadata).`);
  if (rules.confirmed_hosts?.().includes(hostAndPort(url)))
    return { ok: true, url, is_confirmed: true, ...(!parseIp(host) && { lookup: host }) };
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
  return allow_hosts.includes(host) || allow_hosts.includes(hostAndPort(url));
}

/** The address's host and port, as exceptions name them: `127.0.0.1:11434`. IPv6 has no brackets. */
export function hostAndPort(url: URL): string {
  return `${bareHost(url)}:${url.port || (url.protocol === "https:" ? "443" : "80")}`;
}

/** Hosts that no confirmation opens. */
function isNever(host: string): boolean {
  const ip = parseIp(host);
  return ip ? isMetadata(ip) : isMetadataName(host);
}

function closed(url: URL, why: string): Screening {
  const reason = `${url.origin} is not fetched: ${why}. The operator can allow a host with FETCH_ALLOW_HOSTS.`;
  return { ok: false, reason, may_confirm: true };
}

function no(reason: string): Screening {
  return { ok: false, reason, may_confirm: false };
}

/** Parses the setting: comma-separated `host` or `host:port`; IPv6 in brackets when a port follows. */
export function parseAllowHosts(setting: string | undefined): string[] {
  return (setting ?? "")
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== "")
    .map((entry) => entry.replace(/^\[(.*)\](?=$|:\d+$)/, "$1"));
}
