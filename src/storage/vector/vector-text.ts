/** Vectors as text: base64 of signed bytes. D1 would transfer a blob as a list of numbers. */

/** `vector` has unit length. */
export function encodeVector(vector: Float32Array): string {
  let text = "";
  for (const value of vector)
    text += String.fromCharCode(Math.round(Math.max(-1, Math.min(1, value)) * 127) & 255);
  return btoa(text);
}

export function decodeVector(text: string): Int8Array {
  const binary = atob(text);
  const bytes = new Int8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** Cosine of a unit vector with an encoded one: rounding makes that one's length slightly other than 1. */
export function cosineWith(query: Float32Array, stored: Int8Array): number {
  if (query.length !== stored.length) return 0;
  let sum = 0;
  let square = 0;
  for (let index = 0; index < stored.length; index++) {
    const value = stored[index] as number;
    sum += (query[index] as number) * value;
    square += value * value;
  }
  return square === 0 ? 0 : sum / Math.sqrt(square);
}
