/** A session: a browser in which a person is signed in. */

const DAY_MS = 86_400_000;
/** `visitor`: a guest who never signed in. `client`: the session of a client's keeper, who acts for it. */
export const SESSION_KINDS = ["person", "visitor", "client"] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

/** Time without use after which a session ends. A visitor has only the cookie to come back with. */
export const LIFE_MS: Record<SessionKind, number> = {
  person: 7 * DAY_MS,
  visitor: 180 * DAY_MS,
  client: 7 * DAY_MS,
};
/** Minimum interval between recorded uses. */
const NOTED_EVERY_MS = 10 * 60_000;

export interface Session {
  id: string;
  /** The signed-in person. */
  owner: string;
  kind: SessionKind;
  /** The person's own label for it; empty: none yet. */
  device: string;
  user_agent: string;
  /** ms since the epoch, as all times here. */
  created_at: number;
  /** Extended while the session is used. */
  expires_at: number;
  last_seen_at: number | null;
}

/**
 * The update that a use of a session requires: past half of its lifetime it is extended, and now and then the
 * use is recorded. Undefined: none.
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
