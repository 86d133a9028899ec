/** Signatures of platforms: HMAC-SHA256 over the raw bytes, in hexadecimal. */

interface SignedBytes {
  secret: string;
  bytes: Uint8Array;
  /** As sent by the platform. */
  signature: string;
}

/** Constant-time. Never rejects. */
export async function isSignedBy({ secret, bytes, signature }: SignedBytes): Promise<boolean> {
  if (secret === "" || !/^[0-9a-f]{64}$/i.test(signature)) return false;
  const hash = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), hash, false, ["verify"]);
  return crypto.subtle.verify("HMAC", key, bytesOfHex(signature), new Uint8Array(bytes));
}

function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_none, at) =>
    Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16),
  );
}

/** Constant-time: the duration depends only on the length of `given`. False when no secret is set. */
export function isSecret(given: string, secret: string): boolean {
  let difference = given.length ^ secret.length;
  for (let at = 0; at < given.length; at++)
    difference |= given.charCodeAt(at) ^ secret.charCodeAt(secret === "" ? 0 : at % secret.length);
  return secret !== "" && difference === 0;
}
