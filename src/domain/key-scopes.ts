/** Scopes of an API key. A session and the ADMIN_TOKEN have none: they may do whatever their person may. */

export const KEY_SCOPES = ["chat", "read", "write", "admin"] as const;

/**
 * - `chat`: talk with agents, follow and answer them; the files of messages.
 * - `read`: read everything of one's own.
 * - `write`: change it; includes `read`.
 * - `admin`: all of these, and whatever else the person's role allows: keys, accounts, people.
 */
export type KeyScope = (typeof KEY_SCOPES)[number];

const HOLDS: Record<KeyScope, readonly KeyScope[]> = {
  chat: ["chat"],
  read: ["read"],
  write: ["write", "read"],
  admin: KEY_SCOPES,
};

/** Whether a given scope is, or includes, one of the wanted ones. */
export function holdsScope(given: readonly KeyScope[], wanted: readonly KeyScope[]): boolean {
  return given.some((scope) => HOLDS[scope].some((held) => wanted.includes(held)));
}
