/**
 * Secrets that are shown once: only their hashes are stored, so that a copy of the database opens nothing.
 */
import { toBase64Url } from "../../../platform/bytes.ts";
import { sha256 } from "../../../platform/digest.ts";

/** 256 bits of randomness, as text for links, cookies and keys. `random` fills the given bytes. */
export function newSecret(random: (bytes: Uint8Array) => void): string {
  const bytes = new Uint8Array(32);
  random(bytes);
  return toBase64Url(bytes);
}

/** SHA-256. Enough for secrets that cannot be guessed; passwords need a slow hash. */
export async function hashOf(secret: string): Promise<string> {
  return toBase64Url(await sha256(secret));
}
