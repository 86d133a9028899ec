/** Host names that never mean a public server, whatever they resolve to. */

const CLOSED_SUFFIXES = [
  "localhost",
  "localdomain",
  "local",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "home.arpa",
  "in-addr.arpa",
  "ip6.arpa",
  "svc",
  "consul",
  "metadata",
  "onion",
  "test",
  "invalid",
];

/** Public domains that exist to resolve to internal addresses, or to change their address (rebinding). */
const POINTING_INSIDE = [
  "nip.io",
  "sslip.io",
  "xip.io",
  "traefik.me",
  "localtest.me",
  "lvh.me",
  "vcap.me",
  "lacolhost.com",
  "localho.st",
  "local.gd",
  "1u.ms",
  "rbndr.us",
  "rebind.network",
  "rebind.it",
];

/** Host names of clouds' metadata services that do not end in one of the local suffixes. */
const METADATA = [
  "metadata.goog",
  "metadata.tencentyun.com",
  "metadata.packet.net",
  "metadata.platformequinix.com",
];

/** Names that mean a metadata service, or that can be made to point at one. */
const NEVER = [
  ...METADATA,
  "metadata",
  "metadata.google.internal",
  "instance-data",
  "instance-data.ec2.internal",
];

/** Whether the name may be a cloud's metadata service. `host` is lower case, without a trailing dot. */
export function isMetadataName(host: string): boolean {
  return [...NEVER, ...POINTING_INSIDE].some((name) => host === name || host.endsWith(`.${name}`));
}

/**
 * Reason why the name is closed; undefined when it may be looked up. `host` is lower case, without a trailing
 * dot.
 */
export function closedName(host: string): string | undefined {
  if (!host.includes(".")) return "a name without a dot is local";
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(host)) return "not a host name";
  const under = (suffix: string) => host === suffix || host.endsWith(`.${suffix}`);
  if (CLOSED_SUFFIXES.some(under)) return "a local name";
  if (METADATA.some(under)) return "a cloud's metadata service";
  return POINTING_INSIDE.some(under) ? "a name that points inside" : undefined;
}
