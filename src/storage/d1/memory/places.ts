/** Tokens by which the full-text index keeps owners, scopes and sources apart. */

import type { Reach } from "../../../memory/ports.ts";
import { hashText } from "../../../memory/text/hash.ts";

/** The last digit keeps the stemmer's hands off. */
function token(letter: string, ...parts: string[]): string {
  return `${letter}${hashText(parts.join("\u0000"))}0`;
}

export function placeTokens(owner: string, scope: string, source: string): string {
  return `${token("s", owner, scope)} ${token("c", owner, source)}`;
}

/** A match expression for the places that the reader may see. */
export function placeMatch(reach: Reach): string {
  const scopes = reach.scopes.map((scope) => `"${token("s", reach.owner, scope)}"`).join(" OR ");
  const within = `places : (${scopes})`;
  return reach.source === undefined
    ? within
    : `${within} AND places : "${token("c", reach.owner, reach.source)}"`;
}
