/** An API key: authenticates a program in place of a person. */
import type { KeyScope } from "../domain/key-scopes.ts";

/** Marks of a key for programs. */
export interface KeyMarks {
  /** Memory keeps what is said with it through the APIs of programs. */
  remembers: boolean;
  /** The program serves several people, and may name the one who speaks. */
  speaks_for_others: boolean;
}

export interface ApiKey extends KeyMarks {
  id: string;
  /** The key's owner: with it, a program acts as that person within the scopes. */
  person_id: string;
  name: string;
  /** Letters that tell keys apart: only the holder knows the rest. */
  last_four: string;
  scopes: readonly KeyScope[];
  /** ms since the epoch, as all times here. */
  created_at: number;
  expires_at: number | null;
  /** Accurate to the hour at least; null: never used. */
  last_used_at: number | null;
  revoked_at: number | null;
}

const PREFIX = "njk_";

/** `secret` is random text that cannot be guessed. */
export function apiKeyOf(secret: string): string {
  return `${PREFIX}${secret}`;
}

export function looksLikeApiKey(token: string): boolean {
  return token.startsWith(PREFIX);
}

/** Minimum interval between recorded uses: a request alone is no reason to write. */
const NOTED_EVERY_MS = 10 * 60_000;

export function isWorthNoting(last: number | null, now: number): boolean {
  return last === null || now - last >= NOTED_EVERY_MS;
}
