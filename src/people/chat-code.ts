/** Codes that people carry between a chat and the app: short, for they are typed on phones, and so of a short life. */

/** Of a stranger's code. */
export const PAIRING_LIFE_MS = 60 * 60_000;
/** Of a code that somebody makes of themselves in the app. */
export const LINK_CODE_LIFE_MS = 10 * 60_000;

/** No 0, 1, I, L, O, U: 8 of these 30 are 39 bits. */
const LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 8;

/** A new code, such as `K7M2-P9XD`. `random` fills the given bytes. */
export function newChatCode(random: (bytes: Uint8Array) => void): string {
  let letters = "";
  while (letters.length < LENGTH) {
    const bytes = new Uint8Array(LENGTH);
    random(bytes);
    // Bytes that would favour the first letters are passed over.
    for (const byte of bytes) if (byte < 240) letters += LETTERS[byte % LETTERS.length];
  }
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2, LENGTH)}`;
}

/** The code as it was made, however it was typed: in lower case, with spaces, without its dash. */
export function plainChatCode(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
}

/** A stranger who asks by a chat to be let in. */
export interface Pairing {
  id: string;
  channel: string;
  account: string;
  platform_id: string;
  /** What they call themselves there. */
  name: string;
  /** Where they wrote, for telling them what came of it. */
  thread: string;
  /** ms since the epoch, as all times here. */
  created_at: number;
  expires_at: number;
}
