/** The cookie of a session: scripts cannot read it, and requests that other sites make do not carry it. */
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { SessionKind } from "../../people/session.ts";
import type { ApiContext } from "../api.ts";

const SESSION_COOKIE = "nightjar_session";

export interface SessionCookie {
  token: string;
  /** ms since the epoch. */
  expires_at: number;
}

/** undefined: the request has none. */
export function sessionTokenOf(context: ApiContext): string | undefined {
  return getCookie(context, SESSION_COOKIE);
}

export function putSessionCookie(context: ApiContext, { token, expires_at }: SessionCookie): void {
  setCookie(context, SESSION_COOKIE, token, {
    path: "/",
    httpOnly: true,
    // Not Strict: who comes by a one-time link comes from another site.
    sameSite: "Lax",
    secure: isEncrypted(context),
    expires: new Date(expires_at),
  });
}

export function dropSessionCookie(context: ApiContext): void {
  deleteCookie(context, SESSION_COOKIE, { path: "/", secure: isEncrypted(context) });
}

/** By a proxy in front too. Whoever lies about it loses their own cookie, no more. */
export function isEncrypted({ req }: ApiContext): boolean {
  return new URL(req.url).protocol === "https:" || req.header("x-forwarded-proto") === "https";
}

/** Starts a session in this browser. Ends the one it had, whoever's it was. */
export async function startSession(
  context: ApiContext,
  owner: string,
  kind: SessionKind = "person",
): Promise<void> {
  const { access } = context.get("house");
  const before = sessionTokenOf(context);
  if (before !== undefined) await access.revokeSession(before);
  putSessionCookie(context, await access.createSession(owner, context.req.header("user-agent") ?? "", kind));
}
