/**
 * Codes that people carry between a chat and the app: short, since they are typed on phones, and therefore
 * short-lived.
 */

/** Lifetime of a stranger's pairing code. */
export const PAIRING_LIFE_MS = 60 * 60_000;
/** Lifetime of a code that a person makes in the app to link their own account. */
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
    // Rejection sampling: higher bytes would favour the first letters.
    for (const byte of bytes) if (byte < 240) letters += LETTERS[byte % LETTERS.length];
  }
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2, LENGTH)}`;
}

/** Normalises a typed code: lower case, spaces and a missing dash are accepted. */
export function plainChatCode(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
}

/** A stranger's request to be let in, made in a chat. */
export interface Pairing {
  id: string;
  channel: string;
  account: string;
  platform_id: string;
  /** Their display name there. */
  name: string;
  /** Thread where they wrote, to tell them the outcome. */
  thread: string;
  /** ms since the epoch, as all times here. */
  created_at: number;
  expires_at: number;
}
