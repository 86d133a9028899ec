/** Opus packets in an Ogg container (RFC 7845). */
import { bytesOf, joinBytes } from "../../platform/bytes.ts";

const VENDOR = "Nightjar";
/** Packets of a page, whose table of lengths has 255 places. */
const PACKETS_A_PAGE = 40;
const LACE = 255;
const FIRST = 2;
const LAST = 4;

interface Opus {
  packets: readonly Uint8Array[];
  /** Samples at 48 kHz of each packet. */
  frame: number;
  /** Samples at 48 kHz by which the sound comes later: players leave them out. */
  delay: number;
  /** Samples at 48 kHz of the sound. */
  length: number;
  /** Any number that tells this stream from others. */
  serial: number;
}

export function oggOpus({ packets, frame, delay, length, serial }: Opus): Uint8Array<ArrayBuffer> {
  const pages: Uint8Array[] = [];
  const add = (taken: readonly Uint8Array[], position: number, flags: number) =>
    pages.push(page(taken, { position, flags, serial, number: pages.length }));
  add([headOf(delay)], 0, FIRST);
  add([tagsOf()], 0, 0);
  for (let at = 0; at < packets.length; at += PACKETS_A_PAGE) {
    const taken = packets.slice(at, at + PACKETS_A_PAGE);
    const isLast = at + PACKETS_A_PAGE >= packets.length;
    // The last position cuts the silence that fills the last frame.
    add(taken, isLast ? delay + length : (at + taken.length) * frame, isLast ? LAST : 0);
  }
  return joinBytes(pages);
}

function headOf(delay: number): Uint8Array {
  const head = new Uint8Array(19);
  const view = new DataView(head.buffer);
  head.set(bytesOf("OpusHead"));
  head.set([1, 1], 8);
  view.setUint16(10, delay, true);
  view.setUint32(12, 48_000, true);
  return head;
}

function tagsOf(): Uint8Array {
  const tags = new Uint8Array(16 + VENDOR.length);
  tags.set(bytesOf("OpusTags"));
  new DataView(tags.buffer).setUint32(8, VENDOR.length, true);
  tags.set(bytesOf(VENDOR), 12);
  return tags;
}

interface PageHead {
  position: number;
  flags: number;
  serial: number;
  number: number;
}

function page(
  packets: readonly Uint8Array[],
  { position, flags, serial, number }: PageHead,
): Uint8Array<ArrayBuffer> {
  const laces = packets.flatMap(({ length }) => [
    ...Array<number>(Math.floor(length / LACE)).fill(LACE),
    length % LACE,
  ]);
  const head = new Uint8Array(27 + laces.length);
  const view = new DataView(head.buffer);
  head.set(bytesOf("OggS"));
  head[5] = flags;
  view.setBigUint64(6, BigInt(position), true);
  view.setUint32(14, serial, true);
  view.setUint32(18, number, true);
  head[26] = laces.length;
  head.set(laces, 27);
  const whole = joinBytes([head, ...packets]);
  new DataView(whole.buffer).setUint32(22, checksum(whole), true);
  return whole;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  return sum >>> 0;
});

/** Ogg's own form of CRC-32. */
function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = ((sum << 8) ^ (TABLE[((sum >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0;
  return sum;
}
