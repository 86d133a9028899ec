/**
 * Locality-sensitive hashing: each bit tells on which side of a fixed random plane a vector lies, so that
 * near vectors share a bucket or one a few bits away. Finds candidates without comparing every vector.
 */

const CELL_BITS = 10;

export function cellOf(vector: Float32Array): number {
  return projections(vector).reduce((cell, value, bit) => (value > 0 ? cell | (1 << bit) : cell), 0);
}

/** Buckets to search, nearest first: the vector's own, then those across the nearest planes. */
export function probes(vector: Float32Array, limit: number): number[] {
  const values = projections(vector);
  const home = cellOf(vector);
  const flips: { cell: number; cost: number }[] = [{ cell: home, cost: 0 }];
  const costs = values.map((value) => value * value);
  for (let a = 0; a < CELL_BITS; a++) {
    flips.push({ cell: home ^ (1 << a), cost: costs[a] ?? 0 });
    for (let b = a + 1; b < CELL_BITS; b++) {
      flips.push({ cell: home ^ (1 << a) ^ (1 << b), cost: (costs[a] ?? 0) + (costs[b] ?? 0) });
    }
  }
  return flips
    .sort((x, y) => x.cost - y.cost)
    .slice(0, limit)
    .map((flip) => flip.cell);
}

function projections(vector: Float32Array): number[] {
  const planes = planesOf(vector.length);
  return planes.map((plane) => {
    let sum = 0;
    for (let index = 0; index < vector.length; index++) sum += (vector[index] ?? 0) * (plane[index] ?? 0);
    return sum;
  });
}

const planesBySize = new Map<number, Int8Array[]>();

function planesOf(size: number): Int8Array[] {
  const found = planesBySize.get(size);
  if (found !== undefined) return found;
  let state = 0x9e3779b9;
  const planes = Array.from({ length: CELL_BITS }, () =>
    Int8Array.from({ length: size }, () => {
      // A seeded generator (xorshift): the planes are identical in every process.
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return state & 1024 ? 1 : -1;
    }),
  );
  planesBySize.set(size, planes);
  return planes;
}
