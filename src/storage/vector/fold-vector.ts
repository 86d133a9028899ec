/**
 * Shortens long vectors by fixed random signs (random projection): cosines stay about the same, and D1 reads
 * a fraction.
 */
import { normalise } from "../../memory/word-vectors/word-vectors.ts";

const SIZE = 256;

export function foldVector(vector: Float32Array): Float32Array {
  if (vector.length <= SIZE) return vector;
  const short = new Float32Array(SIZE);
  let state = 0x2545f491;
  for (let index = 0; index < vector.length; index++) {
    const value = vector[index] as number;
    for (let at = 0; at < SIZE; at++) {
      // Signs are equal in every process: they come from a seeded generator (xorshift).
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      short[at] = (short[at] as number) + (state & 4096 ? value : -value);
    }
  }
  return normalise(short) ?? short;
}
