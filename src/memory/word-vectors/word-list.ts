/**
 * Maps the table's words to their ranks, directly on its bytes. As strings in a map, 20,000 words would take
 * six times the memory, and be marked at each garbage collection.
 */

const NEWLINE = 10;
/** An empty slot. */
const FREE = 0;
/** FNV-1a. */
const SEED = 0x811c9dc5;
const PRIME = 0x01000193;

interface WordList {
  /** 0 is the commonest; undefined for a word that is not in the list. */
  rankOf(word: string): number | undefined;
  at(rank: number): string | undefined;
}

/** `bytes` are `count` words of ASCII joined by newlines, the commonest first; fewer than 65,535. */
export function wordList(bytes: Uint8Array, count: number): WordList {
  const { starts, slots } = placed(bytes, count);
  const mask = slots.length - 1;
  const isAt = (rank: number, word: string) => {
    const start = starts[rank] ?? 0;
    if ((starts[rank + 1] ?? 0) - 1 - start !== word.length) return false;
    for (let at = 0; at < word.length; at++) if (bytes[start + at] !== word.charCodeAt(at)) return false;
    return true;
  };
  return {
    rankOf(word) {
      let hash = SEED;
      for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), PRIME);
      for (let slot = slotOf(hash, mask); ; slot = (slot + 1) & mask) {
        const rank = (slots[slot] ?? FREE) - 1;
        if (rank < 0) return undefined;
        if (isAt(rank, word)) return rank;
      }
    },
    at(rank) {
      if (rank >= count) return undefined;
      return String.fromCharCode(...bytes.subarray(starts[rank] ?? 0, (starts[rank + 1] ?? 0) - 1));
    },
  };
}

/** Start of each word, and of one after the last; and the hash table, with ranks from 1. */
function placed(bytes: Uint8Array, count: number): { starts: Uint32Array; slots: Uint16Array } {
  const starts = new Uint32Array(count + 1);
  // At most half full: the first or second probe finds a word.
  const slots = new Uint16Array(2 ** Math.ceil(Math.log2(count * 2 + 1)));
  const mask = slots.length - 1;
  let hash = SEED;
  let rank = 0;
  for (let at = 0; at <= bytes.length && rank < count; at++) {
    const byte = bytes[at] ?? NEWLINE;
    if (byte !== NEWLINE) {
      hash = Math.imul(hash ^ byte, PRIME);
      continue;
    }
    let slot = slotOf(hash, mask);
    while (slots[slot] !== FREE) slot = (slot + 1) & mask;
    rank++;
    slots[slot] = rank;
    starts[rank] = at + 1;
    hash = SEED;
  }
  return { starts, slots };
}

function slotOf(hash: number, mask: number): number {
  return (hash ^ (hash >>> 15)) & mask;
}
