/** Encrypts what must rest in D1 but be readable there by nobody: AES-GCM, with a key from the instance's secret. */

export interface Sealer {
  /** `context` is bound to the text: a sealed text moved elsewhere does not open. */
  seal(text: string, context: string): Promise<string>;
  /** Undefined when it was sealed with another secret, elsewhere, or is damaged. */
  open(sealed: string, context: string): Promise<string | undefined>;
}

const IV_LENGTH = 12;
const encoder = new TextEncoder();

/** `random` fills the given bytes. */
export function createSealer(secret: string, random: (bytes: Uint8Array) => void): Sealer {
  let derived: Promise<Key> | undefined;
  const keyOf = () => {
    derived ??= deriveKey(secret);
    return derived;
  };
  return {
    async seal(text, context) {
      const iv = new Uint8Array(IV_LENGTH);
      random(iv);
      const algorithm = { name: "AES-GCM", iv, additionalData: encoder.encode(context) };
      const bytes = new Uint8Array(
        await crypto.subtle.encrypt(algorithm, await keyOf(), encoder.encode(text)),
      );
      return base64Of(Uint8Array.from([...iv, ...bytes]));
    },
    async open(sealed, context) {
      try {
        const bytes = Uint8Array.from(atob(sealed), (character) => character.charCodeAt(0));
        const algorithm = {
          name: "AES-GCM",
          iv: bytes.slice(0, IV_LENGTH),
          additionalData: encoder.encode(context),
        };
        return new TextDecoder().decode(
          await crypto.subtle.decrypt(algorithm, await keyOf(), bytes.slice(IV_LENGTH)),
        );
      } catch {
        // A changed secret is an expected outcome: the owner enters the key again.
        return undefined;
      }
    },
  };
}

/** As both runtimes name it. */
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
