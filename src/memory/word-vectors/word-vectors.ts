/** Vectors of single words: they let "car" find "automobile" without a model call. */

export interface WordVectors {
  /** Names the vector space, for stored vectors. */
  model: string;
  size: number;
  /** Unit length; an out-of-vocabulary word gets a vector derived from its letters. */
  vector(word: string): Float32Array;
  /** Whether the table has the word: then it is English, or a name that English texts use. */
  knows(word: string): boolean;
  /** Lower for common words: a smooth inverse of how often English uses the word. */
  weight(word: string): number;
  /** Up to four words of similar meaning, the nearest first. */
  near(word: string): string[];
}

/** The weighted sum of the words' vectors. */
export function addWords(vectors: WordVectors, texts: readonly string[]): Float32Array {
  const sum = new Float32Array(vectors.size);
  for (const word of texts) addScaled(sum, vectors.vector(word), vectors.weight(word));
  return sum;
}

// The innermost loops of search: `as number` because a default for each missing element would double their
// time.

/** `vector` has the length of `into`. */
export function addScaled(into: Float32Array, vector: Float32Array, weight: number): void {
  for (let index = 0; index < into.length; index++) {
    into[index] = (into[index] as number) + weight * (vector[index] as number);
  }
}

/** Both vectors must have the same length. Four independent sums are three times as fast as one. */
export function dot(a: Float32Array, b: Float32Array): number {
  const even = a.length & ~3;
  // Separate variables: destructuring them from an array would take three times as long as the rest.
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (let index = 0; index < even; index += 4) {
    first += (a[index] as number) * (b[index] as number);
    second += (a[index + 1] as number) * (b[index + 1] as number);
    third += (a[index + 2] as number) * (b[index + 2] as number);
    fourth += (a[index + 3] as number) * (b[index + 3] as number);
  }
  for (let index = even; index < a.length; index++) first += (a[index] as number) * (b[index] as number);
  return first + second + third + fourth;
}

/** Null for a zero vector. */
export function normalise(vector: Float32Array): Float32Array | null {
  const length = Math.sqrt(dot(vector, vector));
  return length < 1e-9 ? null : vector.map((value) => value / length);
}

export function cosine(a: Float32Array, b: Float32Array): number {
  const lengths = Math.sqrt(dot(a, a) * dot(b, b));
  return lengths < 1e-9 ? 0 : dot(a, b) / lengths;
}
