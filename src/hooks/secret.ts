/** Generates a hook's secret in the format that its sender expects. */

import type { Verification } from "../domain/hook.ts";
import { hexOf } from "../platform/digest.ts";

const BYTES = 32;

/** 256 bits. `random` fills the given bytes. */
export function newHookSecret(verification: Verification, random: (bytes: Uint8Array) => void): string {
  const bytes = new Uint8Array(BYTES);
  random(bytes);
  if (verification.scheme === "hmac" && verification.secret_encoding === "base64")
    return `whsec_${btoa(String.fromCharCode(...bytes))}`;
  return hexOf(bytes);
}
