/**
 * The embedded table: 20,000 English words, 4 bits per number. scripts/build-word-vectors.mjs defines its
 * layout.
 */
import { fold } from "../text/words.ts";
import { wordList } from "./word-list.ts";
import { normalise, type WordVectors } from "./word-vectors.ts";

const HEADER = 14;
const VERSION = 2;
const NEAREST = 4;
const NONE = 0xffff;
/** Smoothing of the weight; word frequencies follow their rank (Zipf). */
const SMOOTHING = 3e-4;
const ZIPF_OFFSET = 2.7;
const ZIPF_TOTAL = 12.7;
/** Number of decoded vectors in the cache: a text returns to the same few words. */
const KEEP = 4_000;

/** Undefined when the bytes are not such a table, for instance a page served in place of a missing file. */
export function openWordTable(bytes: ArrayBuffer): WordVectors | undefined {
  const view = new DataView(bytes);
  if (bytes.byteLength < HEADER || view.getUint32(0) !== 0x4e4a5756 || view.getUint8(4) !== VERSION)
    return undefined;
  const size = view.getUint8(5);
  const count = view.getUint32(6, true);
  const listBytes = view.getUint32(10, true);
  const vectorBytes = (count * size) / 2;
  if (bytes.byteLength !== HEADER + listBytes + vectorBytes + count * NEAREST * 2) return undefined;
  const words = wordList(new Uint8Array(bytes, HEADER, listBytes), count);
  const body = new Uint8Array(bytes, HEADER + listBytes, vectorBytes);
  const nearest = HEADER + listBytes + vectorBytes;
  const cache = new Map<string, Float32Array>();
  return {
    model: "glove-100-20k",
    size,
    vector(word) {
      const found = cache.get(word);
      if (found !== undefined) return found;
      if (cache.size >= KEEP) cache.clear();
      const rank = words.rankOf(word);
      const vector = rank === undefined ? strangerVector(word, size) : decode(body, rank, size);
      cache.set(word, vector);
      return vector;
    },
    knows: (word) => words.rankOf(word) !== undefined,
    near(word) {
      const rank = words.rankOf(word);
      if (rank === undefined) return [];
      return Array.from({ length: NEAREST }, (_, place) =>
        view.getUint16(nearest + (rank * NEAREST + place) * 2, true),
      ).flatMap((other) => (other === NONE ? [] : (words.at(other) ?? [])));
    },
    weight(word) {
      const rank = words.rankOf(word) ?? count;
      const probability = 1 / (ZIPF_TOTAL * (rank + ZIPF_OFFSET));
      return SMOOTHING / (SMOOTHING + probability);
    },
  };
}

function decode(body: Uint8Array, rank: number, size: number): Float32Array {
  const vector = new Float32Array(size);
  const start = (rank * size) / 2;
  for (let index = 0; index < size; index += 2) {
    const byte = body[start + index / 2] ?? 0x88;
    vector[index] = (byte & 15) - 8;
    vector[index + 1] = (byte >> 4) - 8;
  }
  return normalise(vector) ?? vector;
}

/**
 * Out-of-vocabulary word: a deterministic pseudo-random unit vector, so that the word still matches itself.
 */
function strangerVector(word: string, size: number): Float32Array {
  let state = 0x811c9dc5;
  for (const character of fold(word)) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  state ||= 1;
  const vector = new Float32Array(size);
  for (let index = 0; index < size; index++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    vector[index] = state / 2 ** 31;
  }
  return normalise(vector) ?? vector;
}
