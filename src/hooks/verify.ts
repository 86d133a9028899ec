/** Verifies the sender of a delivery: over the raw bytes, in constant time. Pure. */
import type { TimestampPlace, Verification } from "../domain/hook.ts";
import { bytesOf, joinBytes } from "../platform/bytes.ts";
import { hexOf, sha256 } from "../platform/digest.ts";
import { headerIn } from "./header-names.ts";

/** The parts of an address that may hold a hook's secret. */
export interface SentTo {
  /** The end of the path, behind `/in/`. */
  path_secret?: string;
  query: URLSearchParams;
}

/** The places of a delivery where its proof may be. */
export interface ProofPlaces {
  headers: Headers;
  to: SentTo;
}

export interface SignedDelivery extends ProofPlaces {
  body: Uint8Array<ArrayBuffer>;
  /** The delivery id that the sender gave. */
  id: string | undefined;
}

export type VerificationResult =
  /** `digest` is of the signed bytes, in hex; absent if nothing was signed. */
  { ok: true; digest?: string } | { ok: false; reason: string };

type Hmac = Extract<Verification, { scheme: "hmac" }>;

/** `now` in ms since the epoch. An empty secret never verifies. */
export async function verify(
  verification: Verification,
  secret: string,
  { signed, now }: { signed: SignedDelivery; now: number },
): Promise<VerificationResult> {
  if (secret === "") return no("The hook's secret can't be read: give it a new one.");
  const value = proofIn(verification, signed);
  if (value === "") return no(missingProof(verification));
  if (verification.scheme === "hmac") return verifyHmac(verification, secret, { signed, now, value });
  return verifyToken(verification.scheme === "token" ? verification.prefix : "", secret, value);
}

/** Checked before the body is read: without a proof in its place the delivery cannot be verified. */
export function claimsProof(verification: Verification, places: ProofPlaces): boolean {
  return proofIn(verification, places) !== "";
}

/** The reason why a delivery without any proof is refused. */
export function missingProof(verification: Verification): string {
  if (verification.scheme !== "address") return `The header ${verification.header} is missing.`;
  return verification.parameter === null
    ? "The address does not end in /in/ and the hook's secret."
    : `The address has no parameter ${verification.parameter} with the hook's secret.`;
}

function proofIn(verification: Verification, { headers, to }: ProofPlaces): string {
  if (verification.scheme !== "address") return headerIn(headers, verification.header) ?? "";
  const { parameter } = verification;
  return (parameter === null ? to.path_secret : to.query.get(parameter)) ?? "";
}

async function verifyToken(prefix: string, secret: string, value: string): Promise<VerificationResult> {
  if (!value.startsWith(prefix)) return no(`The header does not begin with "${prefix}".`);
  const [given, wanted] = await Promise.all([sha256(value.slice(prefix.length)), sha256(secret)]);
  return isSame(given, wanted) ? { ok: true } : no("The token is not the hook's secret.");
}

interface Told {
  signed: SignedDelivery;
  now: number;
  value: string;
}

async function verifyHmac(
  how: Hmac,
  secret: string,
  { signed, now, value }: Told,
): Promise<VerificationResult> {
  const stamp = how.timestamp === null ? undefined : timestampIn(how.timestamp, signed.headers, value);
  if (how.timestamp !== null) {
    const late = lateness(stamp, how.tolerance_s, now);
    if (late !== undefined) return no(late);
  }
  const key = keyOf(how, secret);
  if (key === undefined) return no("The hook's secret is not base64, as its senders' keys are.");
  const data = signedBytes(how.signed, { ...signed, stamp: stamp ?? "" });
  const signatures = signaturesIn(how, value);
  if (signatures.length === 0) return no(`There is no signature in the header ${how.header}.`);
  if (await anySigns(key, signatures, data)) return { ok: true, digest: hexOf(await sha256(data)) };
  return no("The signature does not fit the body and the hook's secret.");
}

async function anySigns(key: Bytes, signatures: readonly Bytes[], data: Bytes): Promise<boolean> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["verify"]);
  const fits = signatures.map((signature) => crypto.subtle.verify("HMAC", imported, signature, data));
  return (await Promise.all(fits)).includes(true);
}

type Bytes = Uint8Array<ArrayBuffer>;

/** A sender that rotates its secret signs with both the old and the new one. */
const MOST_SIGNATURES = 10;
const SIGNATURE_BYTES = 32;

function signaturesIn({ prefix, separator, encoding }: Hmac, value: string): Bytes[] {
  const entries = separator === "" ? [value] : value.split(separator);
  return entries
    .map((entry) => entry.trim())
    .filter((entry) => entry.startsWith(prefix))
    .slice(0, MOST_SIGNATURES)
    .flatMap((entry) => decoded(entry.slice(prefix.length), encoding) ?? [])
    .filter(({ length }) => length === SIGNATURE_BYTES);
}

function decoded(text: string, encoding: "hex" | "base64"): Bytes | undefined {
  if (encoding === "base64") return base64Bytes(text);
  if (!/^(?:[\da-f]{2})+$/i.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function base64Bytes(text: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    // An entry that cannot be decoded is no signature.
    return undefined;
  }
}

const WHSEC = "whsec_";

function keyOf({ secret_encoding }: Hmac, secret: string): Bytes | undefined {
  if (secret_encoding === "text") return bytesOf(secret);
  return base64Bytes(secret.startsWith(WHSEC) ? secret.slice(WHSEC.length) : secret);
}

function timestampIn(place: TimestampPlace, headers: Headers, value: string): string | undefined {
  if ("header" in place) return headerIn(headers, place.header);
  const start = `${place.entry}=`;
  const entry = value.split(",").find((each) => each.trim().startsWith(start));
  return entry?.trim().slice(start.length);
}

/** The reason why the timestamp is not accepted; undefined if it is. */
function lateness(stamp: string | undefined, tolerance_s: number, now: number): string | undefined {
  if (stamp === undefined || !/^\d{9,14}$/.test(stamp))
    return "There is no timestamp where the hook looks for it, or it is no number of seconds.";
  const number = Number(stamp);
  const at = number > 1e11 ? number : number * 1000;
  const apart = Math.round(Math.abs(now - at) / 1000);
  return apart > tolerance_s
    ? `Its timestamp is ${apart} seconds from now; ${tolerance_s} are allowed.`
    : undefined;
}

/** The text around the body is encoded; the body stays the raw bytes. */
function signedBytes(
  pattern: string,
  { body, id, stamp }: Pick<SignedDelivery, "body" | "id"> & { stamp: string },
): Bytes {
  const pieces = pattern.split(/(\{(?:body|timestamp|id)\})/).map((piece): Bytes => {
    if (piece === "{body}") return body;
    if (piece === "{timestamp}") return bytesOf(stamp);
    return bytesOf(piece === "{id}" ? (id ?? "") : piece);
  });
  return joinBytes(pieces);
}

/** Constant-time comparison of two digests. Their length is no secret. */
function isSame(left: Bytes, right: Bytes): boolean {
  let difference = left.length ^ right.length;
  for (let at = 0; at < right.length; at++) difference |= (left[at] ?? 0) ^ (right[at] ?? 0);
  return difference === 0;
}

function no(reason: string): VerificationResult {
  return { ok: false, reason };
}
