/** Key pairs on the curve P-256. */
import type { Bytes } from "../platform/bytes.ts";

/** A key, in the type of the runtime that this is compiled for. */
export type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

interface Pair {
  publicKey: Key;
  privateKey: Key;
}

interface Curve {
  name: string;
  namedCurve: string;
}

/** The runtimes' types tell apart neither pairs from single keys, nor bytes from JWKs: the arguments do. */
export async function createPair(curve: Curve, use: "sign" | "deriveBits"): Promise<Pair> {
  const uses: ("sign" | "verify" | "deriveBits")[] = use === "sign" ? ["sign", "verify"] : [use];
  return (await crypto.subtle.generateKey(curve, true, uses)) as Pair;
}

/** The uncompressed point: 65 bytes. */
export async function publicBytes({ publicKey }: Pair): Promise<Bytes> {
  return new Uint8Array((await crypto.subtle.exportKey("raw", publicKey)) as ArrayBuffer);
}
