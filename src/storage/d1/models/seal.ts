/**
 * Encrypts values that rest in D1, so that nobody can read them there: AES-GCM, with a key derived from the
 * instance's secret.
 */

export interface Sealer {
  /** `context` is bound to the text: a sealed text that was moved elsewhere does not open. */
  seal(text: string, context: string): Promise<string>;
  /**
   * Undefined if it was sealed with another secret or context, or is damaged. Rejects if it could not be
   * tried.
   */
  open(sealed: string, context: string): Promise<string | undefined>;
}

const IV_LENGTH = 12;
const TAG_LENGTH = 16;
const encoder = new TextEncoder();

export class AesSealer implements Sealer {
  private readonly secret: string;
  private readonly random: (bytes: Uint8Array) => void;
  private derived: Key | undefined;

  /** `random` fills the given bytes. */
  constructor(secret: string, random: (bytes: Uint8Array) => void) {
    this.secret = secret;
    this.random = random;
  }

  async seal(text: string, context: string): Promise<string> {
    const iv = new Uint8Array(IV_LENGTH);
    this.random(iv);
    const key = await this.key();
    const bytes = await crypto.subtle.encrypt(algorithm(iv, context), key, encoder.encode(text));
    return base64Of(Uint8Array.from([...iv, ...new Uint8Array(bytes)]));
  }

  async open(sealed: string, context: string): Promise<string | undefined> {
    const bytes = bytesOf(sealed);
    return bytes && opened(bytes, context, await this.key());
  }

  /**
   * Caches the key, never its promise: all Durable Objects of the isolate ask here, and a promise begun by one
   * of them never settles for the others if that one is reset.
   */
  private async key(): Promise<Key> {
    this.derived ??= await deriveKey(this.secret);
    return this.derived;
  }
}

async function opened(
  bytes: Uint8Array<ArrayBuffer>,
  context: string,
  key: Key,
): Promise<string | undefined> {
  const [iv, closed] = [bytes.slice(0, IV_LENGTH), bytes.slice(IV_LENGTH)];
  try {
    return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm(iv, context), key, closed));
  } catch (problem) {
    // A changed secret is an expected case: the owner enters the key again.
    if (problem instanceof Error && problem.name === "OperationError") return undefined;
    throw problem;
  }
}

function algorithm(iv: Uint8Array<ArrayBuffer>, context: string) {
  return { name: "AES-GCM", iv, additionalData: encoder.encode(context) };
}

/** By the name that both runtimes know. */
type Key = Awaited<ReturnType<typeof crypto.subtle.deriveKey>>;

async function deriveKey(secret: string): Promise<Key> {
  const material = await crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, ["deriveKey"]);
  const algorithm = {
    name: "HKDF",
    hash: "SHA-256",
    salt: encoder.encode("nightjar"),
    info: encoder.encode("provider accounts"),
  };
  return crypto.subtle.deriveKey(algorithm, material, { name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
}

function base64Of(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Undefined: the text was not written by a sealer. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return bytes.length < IV_LENGTH + TAG_LENGTH ? undefined : bytes;
  } catch {
    return undefined;
  }
}
