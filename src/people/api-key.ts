/** An API key: what a program shows instead of a person. */
import type { KeyScope } from "../domain/key-scopes.ts";

export interface ApiKey {
  id: string;
  /** Whose it is: with it, a program is that person, as far as the scopes go. */
  person_id: string;
  name: string;
  /** For people to tell keys apart: the rest is known to nobody but its holder. */
  last_four: string;
  scopes: readonly KeyScope[];
  /** ms since the epoch, as all times here. */
  created_at: number;
  expires_at: number | null;
  /** To the hour at least; null: never. */
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

/** A use is written down only so often: it is no reason to write at each request. */
const NOTED_EVERY_MS = 10 * 60_000;

export function isWorthNoting(last: number | null, now: number): boolean {
  return last === null || now - last >= NOTED_EVERY_MS;
}
