/** Verifies Discord's signature: Ed25519 over the time stamp and the raw body. */
import { bytesOf, joinBytes } from "../../platform/bytes.ts";
import type { Verification, WebhookRequest } from "../channel.ts";

const REPLAY_WINDOW_S = 5 * 60;

interface SignatureCheck {
  /** The app's public key, hexadecimal. */
  public_key: string;
  /** ms since the epoch. */
  now: number;
}

/** Never throws. */
export async function verifySigned(request: WebhookRequest, signed: SignatureCheck): Promise<Verification> {
  const signature = bytesOfHex(request.headers.get("x-signature-ed25519") ?? "", 64);
  const timestamp = request.headers.get("x-signature-timestamp") ?? "";
  if (request.method !== "POST" || !signature || !/^\d{1,12}$/.test(timestamp))
    return { ok: false, reason: "The request has no Discord signature." };
  if (Math.abs(signed.now / 1_000 - Number(timestamp)) > REPLAY_WINDOW_S)
    return { ok: false, reason: "The timestamp is more than five minutes off." };
  if (await isSigned(signature, joinBytes([bytesOf(timestamp), request.body]), signed.public_key))
    return { ok: true };
  return { ok: false, reason: "The signature does not match DISCORD_PUBLIC_KEY." };
}

async function isSigned(
  signature: Uint8Array<ArrayBuffer>,
  data: Uint8Array<ArrayBuffer>,
  publicKey: string,
): Promise<boolean> {
  const raw = bytesOfHex(publicKey, 32);
  if (!raw) return false;
  try {
    const key = await crypto.subtle.importKey("raw", raw, { name: "Ed25519" }, false, ["verify"]);
    return await crypto.subtle.verify({ name: "Ed25519" }, key, signature, data);
  } catch {
    // The key is not a point of the curve.
    return false;
  }
}

function bytesOfHex(hex: string, length: number): Uint8Array<ArrayBuffer> | undefined {
  if (hex.length !== length * 2 || !/^[0-9a-fA-F]+$/.test(hex)) return undefined;
  return Uint8Array.from({ length }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16));
}
