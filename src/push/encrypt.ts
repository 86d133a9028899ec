/**
 * Encrypts a notification so that only the browser can read it: RFC 8291, in the coding `aes128gcm` of RFC
 * 8188, in one record.
 */
import { type Bytes, bytesOf, fromBase64Url, joinBytes } from "../platform/bytes.ts";
import { createPair, publicBytes } from "./pairs.ts";
import type { PushSubscription } from "./subscription.ts";

/** Push services accept bodies of 4096 bytes, including the header, the tag and the end marker. */
const MOST_BYTES = 3_900;
const RECORD_SIZE = 4_096;
const CURVE = { name: "ECDH", namedCurve: "P-256" } as const;

/** `random` fills the given bytes. Throws for a text that is too long, and for invalid keys. */
export async function encrypt(
  text: string,
  { p256dh, auth }: Pick<PushSubscription, "p256dh" | "auth">,
  random: (bytes: Uint8Array) => void,
): Promise<Bytes> {
  const plain = bytesOf(text);
  if (plain.length > MOST_BYTES) throw new Error(`a notification of ${plain.length} bytes is too long`);
  const salt = new Uint8Array(16);
  random(salt);
  const theirs = fromBase64Url(p256dh);
  const { shared, own } = await agreement(theirs);
  const info = joinBytes([bytesOf("WebPush: info\0"), theirs, own]);
  const secret = await derived({ salt: fromBase64Url(auth), from: shared, info, bytes: 32 });
  const part = (name: string, bytes: number) =>
    derived({ salt, from: secret, info: bytesOf(`Content-Encoding: ${name}\0`), bytes });
  const key = await crypto.subtle.importKey("raw", await part("aes128gcm", 16), "AES-GCM", false, [
    "encrypt",
  ]);
  const iv = await part("nonce", 12);
  // Delimiter 2: this is the last record.
  const padded = joinBytes([plain, Uint8Array.of(2)]);
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, padded));
  return joinBytes([salt, recordSize(), Uint8Array.of(own.length), own, sealed]);
}

/** ECDH with a key pair made for this one message. */
async function agreement(theirs: Bytes): Promise<{ shared: Bytes; own: Bytes }> {
  const pair = await createPair(CURVE, "deriveBits");
  const agreed = { name: "ECDH", public: await crypto.subtle.importKey("raw", theirs, CURVE, false, []) };
  const shared = await crypto.subtle.deriveBits(agreed, pair.privateKey, 256);
  return { shared: new Uint8Array(shared), own: await publicBytes(pair) };
}

async function derived({
  salt,
  from,
  info,
  bytes,
}: {
  salt: Bytes;
  from: Bytes;
  info: Bytes;
  bytes: number;
}): Promise<Bytes> {
  const key = await crypto.subtle.importKey("raw", from, "HKDF", false, ["deriveBits"]);
  const algorithm = { name: "HKDF", hash: "SHA-256", salt, info };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, bytes * 8));
}

function recordSize(): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, RECORD_SIZE);
  return bytes;
}
