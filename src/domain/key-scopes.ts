/** What an API key is good for. A session and the ADMIN_TOKEN have no scopes: they may what their person may. */

export const KEY_SCOPES = ["chat", "read", "write", "admin"] as const;

/**
 * - `chat`: talk with agents, follow and answer them; the files of messages.
 * - `read`: look at all that is one's own.
 * - `write`: change it; reading too.
 * - `admin`: all of that, and what the person's role allows beyond it: keys, accounts, people.
 */
export type KeyScope = (typeof KEY_SCOPES)[number];

const HOLDS: Record<KeyScope, readonly KeyScope[]> = {
  chat: ["chat"],
  read: ["read"],
  write: ["write", "read"],
  admin: KEY_SCOPES,
};

/** Whether one of the wanted scopes is among those given, or is part of one. */
export function holdsScope(given: readonly KeyScope[], wanted: readonly KeyScope[]): boolean {
  return given.some((scope) => HOLDS[scope].some((held) => wanted.includes(held)));
}
