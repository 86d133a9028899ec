/** Decides which IP addresses are public. Everything that is not plainly public is refused. */
import { parseIp } from "./ip.ts";

/** IPv4 special-purpose ranges (IANA registry), and one metadata address that lies outside them. */
const CLOSED_V4: readonly [cidr: string, what: string][] = [
  ["0.0.0.0/8", "this host"],
  ["10.0.0.0/8", "private"],
  ["100.64.0.0/10", "carrier-grade NAT"],
  ["127.0.0.0/8", "loopback"],
  ["168.63.129.16/32", "cloud metadata"],
  ["169.254.0.0/16", "link-local and cloud metadata"],
  ["172.16.0.0/12", "private"],
  ["192.0.0.0/24", "reserved"],
  ["192.0.2.0/24", "documentation"],
  ["192.88.99.0/24", "6to4 relay"],
  ["192.168.0.0/16", "private"],
  ["198.18.0.0/15", "benchmarking"],
  ["198.51.100.0/24", "documentation"],
  ["203.0.113.0/24", "documentation"],
  ["224.0.0.0/4", "multicast"],
  ["240.0.0.0/4", "reserved"],
];

/** Inside 2000::/3, the only block that is allocated; everything outside it is closed as a whole. */
const CLOSED_V6: readonly [cidr: string, what: string][] = [
  ["2001::/23", "Teredo and other protocols"],
  ["2001:db8::/32", "documentation"],
  ["2002::/16", "6to4"],
  ["3fff::/20", "documentation"],
];

/** Addresses at which clouds serve their machines' secrets. */
const METADATA = [
  "169.254.0.0/16",
  "168.63.129.16/32",
  "100.100.100.200/32",
  "192.0.0.192/32",
  "fd00:ec2::/32",
  "fe80::/10",
].map(range);

const MAPPED = range("::ffff:0:0/96");
/** IPv6 blocks whose last four bytes are an IPv4 address: compatible, mapped, NAT64. */
const HOLDING_V4 = [range("::/96"), MAPPED, range("64:ff9b::/96")];
const SIX_TO_FOUR = range("2002::/16");
const GLOBAL_UNICAST = range("2000::/3");
const V4_RANGES = CLOSED_V4.map(([cidr, what]) => ({ ...range(cidr), what }));
const V6_RANGES = CLOSED_V6.map(([cidr, what]) => ({ ...range(cidr), what }));

/** The kind of closed address that these 4 or 16 bytes are; undefined when they are public. */
export function closedKind(bytes: Uint8Array): string | undefined {
  if (bytes.length === 4) return V4_RANGES.find((entry) => contains(entry, bytes))?.what;
  if (bytes.length !== 16) return "malformed";
  if (contains(MAPPED, bytes)) return closedKind(bytes.subarray(12));
  if (!contains(GLOBAL_UNICAST, bytes)) return "local, translated or reserved";
  return V6_RANGES.find((entry) => contains(entry, bytes))?.what;
}

/** Whether these 4 or 16 bytes are an address of a cloud's metadata service. */
export function isMetadata(bytes: Uint8Array): boolean {
  if (HOLDING_V4.some((entry) => contains(entry, bytes))) return isMetadata(bytes.subarray(12));
  if (contains(SIX_TO_FOUR, bytes)) return isMetadata(bytes.subarray(2, 6));
  return METADATA.some((entry) => contains(entry, bytes));
}

interface Range {
  network: Uint8Array;
  bits: number;
}

function range(cidr: string): Range {
  const [address = "", bits = ""] = cidr.split("/");
  return { network: parseIp(address) ?? new Uint8Array(0), bits: Number(bits) };
}

function contains({ network, bits }: Range, bytes: Uint8Array): boolean {
  if (network.length !== bytes.length) return false;
  return bytes.every((byte, index) => {
    const significant = Math.max(0, Math.min(8, bits - index * 8));
    const mask = (0xff << (8 - significant)) & 0xff;
    return (byte & mask) === ((network[index] ?? 0) & mask);
  });
}
