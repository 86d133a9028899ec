/** Identifies the sender to a push service (VAPID, RFC 8292). The instance makes its own key pair. */
import { bytesOf, fromBase64Url, toBase64Url } from "../platform/bytes.ts";
import { createPair, type Key, publicBytes } from "./pairs.ts";

export interface VapidKeys {
  /** base64url of 65 bytes: browsers subscribe with it. */
  public_key: string;
  /** A JWK, as JSON. */
  private_key: string;
}

/** Seconds. A service refuses tokens that are valid for more than a day. */
const VALID_S = 12 * 3_600;
const CURVE = { name: "ECDSA", namedCurve: "P-256" } as const;

export async function createVapidKeys(): Promise<VapidKeys> {
  const pair = await createPair(CURVE, "sign");
  const jwk = await crypto.subtle.exportKey("jwk", pair.privateKey);
  return { public_key: toBase64Url(await publicBytes(pair)), private_key: JSON.stringify(jwk) };
}

/**
 * The `Authorization` header for that endpoint. `now` in ms since the epoch; `contact`: an address of the
 * sender.
 */
export async function authorization(
  endpoint: string,
  keys: VapidKeys,
  { now, contact }: { now: number; contact: string },
): Promise<string> {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1000) + VALID_S, sub: contact };
  const unsigned = `${encoded({ typ: "JWT", alg: "ES256" })}.${encoded(claims)}`;
  const key = await privateKeyOf(keys);
  const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, key, bytesOf(unsigned));
  return `vapid t=${unsigned}.${toBase64Url(new Uint8Array(signature))}, k=${keys.public_key}`;
}

function privateKeyOf({ public_key, private_key }: VapidKeys): Promise<Key> {
  const { d = "" } = JSON.parse(private_key) as { d?: string };
  const point = fromBase64Url(public_key);
  const [x, y] = [toBase64Url(point.slice(1, 33)), toBase64Url(point.slice(33))];
  return crypto.subtle.importKey("jwk", { kty: "EC", crv: "P-256", x, y, d }, CURVE, false, ["sign"]);
}

function encoded(value: unknown): string {
  return toBase64Url(bytesOf(JSON.stringify(value)));
}
