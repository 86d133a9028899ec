/** Vectors as programs want them: in batches, shortened, in base64. */
import { AppError } from "../../../domain/errors.ts";

/** Texts of one call of the embedder: the least that a provider takes. */
const BATCH = 100;

/** Vectors of the texts, in their order. Rejects when the embedder does. */
export async function inBatches(
  texts: readonly string[],
  embed: (batch: string[]) => Promise<Float32Array[]>,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += BATCH)
    vectors.push(...(await embed(texts.slice(at, at + BATCH))));
  return vectors;
}

/** Models that were trained so that the beginning of a vector stands for the whole. */
const SHORTENABLE = /text-embedding-3|matryoshka|nomic-embed|embeddinggemma|qwen3-embedding/i;

/** The beginning of the vector, of length 1. Throws an AppError where that would mean nothing. */
export function shortenVector(
  vector: Float32Array,
  dimensions: number | null | undefined,
  model: string,
): Float32Array {
  if (dimensions == null || dimensions === vector.length) return vector;
  if (dimensions > vector.length || !SHORTENABLE.test(model))
    throw new AppError(
      "malformed_request",
      `dimensions: "${model}" makes vectors of ${vector.length}. Leave it out.`,
    );
  const cut = vector.slice(0, dimensions);
  const length = Math.hypot(...cut) || 1;
  return cut.map((value) => value / length);
}

/** The 32-bit floats, little-endian. */
export function base64Of(vector: Float32Array): string {
  const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
