/**
 * Parses IP addresses to bytes, in every notation that some resolver accepts. Undefined: not an IP address.
 */

/** `127.1`, `0x7f000001`, `017700000001`, `2130706433` are all 127.0.0.1. */
function parseIpv4(text: string): Uint8Array | undefined {
  const parts = text.replace(/\.$/, "").split(".");
  if (parts.length > 4) return undefined;
  const numbers = parts.map(ipv4Number);
  const last = numbers.pop();
  if (last === undefined || last >= 256 ** (4 - numbers.length)) return undefined;
  const bytes = new Uint8Array(4);
  for (const [index, number] of numbers.entries()) {
    if (number === undefined || number > 255) return undefined;
    bytes[index] = number;
  }
  for (let index = 3, rest = last; index >= numbers.length; index--, rest = Math.floor(rest / 256)) {
    bytes[index] = rest % 256;
  }
  return bytes;
}

function ipv4Number(part: string): number | undefined {
  if (/^0x[\da-f]*$/i.test(part)) return Number.parseInt(part.slice(2) || "0", 16);
  if (/^0[0-7]+$/.test(part)) return Number.parseInt(part, 8);
  return /^\d+$/.test(part) ? Number(part) : undefined;
}

/** An address with or without brackets, zone id and dotted tail. */
function parseIpv6(text: string): Uint8Array | undefined {
  const bare = text.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  if (!bare.includes(":")) return undefined;
  const groups = dottedTailToGroups(bare);
  const halves = groups?.split("::") ?? [];
  if (halves.length === 0 || halves.length > 2) return undefined;
  const [head = "", tail] = halves;
  return tail === undefined ? fromGroups(split(head), []) : withGap(split(head), split(tail));
}

function split(half: string): string[] {
  return half === "" ? [] : half.split(":");
}

function withGap(head: string[], tail: string[]): Uint8Array | undefined {
  return head.length + tail.length > 7 ? undefined : fromGroups(head, tail, true);
}

function fromGroups(head: string[], tail: string[], gap = false): Uint8Array | undefined {
  const groups = gap ? [...head, ...Array<string>(8 - head.length - tail.length).fill("0"), ...tail] : head;
  if (groups.length !== 8 || !groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return undefined;
  return Uint8Array.from(groups.flatMap((group) => bytePair(Number.parseInt(group, 16))));
}

function bytePair(value: number): [number, number] {
  return [value >> 8, value & 255];
}

function dottedTailToGroups(text: string): string | undefined {
  const cut = text.lastIndexOf(":") + 1;
  const tail = text.slice(cut);
  if (!tail.includes(".")) return text;
  const v4 = /^\d+\.\d+\.\d+\.\d+$/.test(tail) ? parseIpv4(tail) : undefined;
  if (!v4) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = v4;
  return `${text.slice(0, cut)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

/** Returns 4 or 16 bytes. */
export function parseIp(text: string): Uint8Array | undefined {
  return text.includes(":") ? parseIpv6(text) : parseIpv4(text);
}
