/** A session: a browser in which somebody is signed in. */

const DAY_MS = 86_400_000;
/** `visitor`: a guest who never signed in. `client`: its keeper, who acts for it. */
export const SESSION_KINDS = ["person", "visitor", "client"] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

/** It ends after that without use. A visitor has nothing but the cookie to come back by. */
export const LIFE_MS: Record<SessionKind, number> = {
  person: 7 * DAY_MS,
  visitor: 180 * DAY_MS,
  client: 7 * DAY_MS,
};
/** That it was used is written down only so often. */
const NOTED_EVERY_MS = 10 * 60_000;

export interface Session {
  id: string;
  /** Its person. */
  owner: string;
  kind: SessionKind;
  /** What its person calls it; empty: nothing yet. */
  device: string;
  user_agent: string;
  /** ms since the epoch, as all times here. */
  created_at: number;
  /** Moves on while the session is used. */
  expires_at: number;
  last_seen_at: number | null;
}

/**
 * What a use of a session changes of it: from half of its life on it lives anew, and now and then it is noted that it is
 * used. undefined: nothing.
 */
export function useOf(
  { kind, expires_at, last_seen_at }: Session,
  now: number,
): { last_seen_at: number; expires_at: number } | undefined {
  if (expires_at - now < LIFE_MS[kind] / 2) return { last_seen_at: now, expires_at: now + LIFE_MS[kind] };
  const isNoted = last_seen_at !== null && now - last_seen_at < NOTED_EVERY_MS;
  return isNoted ? undefined : { last_seen_at: now, expires_at };
}

/** How the secret of a session begins whose cookie only this host can have set: no other secret has a dot. */
export const HOST_BOUND = "host.";

export function isHostBound(token: string): boolean {
  return token.startsWith(HOST_BOUND);
}
