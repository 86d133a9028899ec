/** Whoever is connected, and whether it is a proxy that is believed. Also runs in the Worker, so it imports nothing. */

/** Proxies on this machine. */
export const THIS_MACHINE = "127.0.0.0/8, ::1";

/**
 * Networks as beginnings of addresses in bits. Throws an Error that names what is no address.
 * @param {string} text addresses and networks, separated by commas or spaces, as in `10.0.0.0/8, fd00::/8`
 * @returns {string[]}
 */
export function networksOf(text) {
  const parts = text.split(/[\s,]+/).filter((part) => part !== "");
  return parts.map((part) => {
    const [address = "", length] = part.split("/");
    const bits = bitsOf(address);
    const most = address.includes(":") ? 128 : 32;
    const kept = length === undefined ? most : Number(length);
    if (bits === undefined || !Number.isInteger(kept) || kept < 0 || kept > most || length === "")
      throw new Error(
        `"${part}" is neither an address nor a network. Give addresses as 192.168.1.2 or fd00::2, networks as 10.0.0.0/8, separated by commas.`,
      );
    return bits.slice(0, 128 - most + kept);
  });
}

/**
 * @param {readonly string[]} networks
 * @param {string} peer its address, with or without a port
 */
export function isWithin(networks, peer) {
  const bits = bitsOf(/^\[(.*)\]:\d+$/.exec(peer)?.[1] ?? peer.replace(/^([^:]*):\d+$/, "$1"));
  return bits !== undefined && networks.some((network) => bits.startsWith(network));
}

/**
 * Bits of an address: 128, IPv4 mapped into IPv6.
 * @param {string} address
 * @returns {string | undefined}
 */
function bitsOf(address) {
  const groups = /^[\d.]+$/.test(address) ? groupsOf(`::ffff:${address}`) : groupsOf(address);
  return groups?.map((group) => group.toString(2).padStart(16, "0")).join("");
}

/** @param {string} address of IPv6 */
function groupsOf(address) {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const bytes = (dotted ?? []).slice(2).map(Number);
  if (bytes.some((byte) => byte > 255)) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const text =
    dotted === null ? address : `${dotted[1]}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  const [before = "", after, ...more] = text.split("::");
  if (more.length > 0 || !/^[\da-f:]+$/i.test(text)) return undefined;
  const left = before === "" ? [] : before.split(":");
  const right = after === undefined || after === "" ? [] : after.split(":");
  const missing = 8 - left.length - right.length;
  if (after === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...left, ...Array.from({ length: missing }, () => "0"), ...right];
  return groups.every((group) => /^[\da-f]{1,4}$/i.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : undefined;
}
