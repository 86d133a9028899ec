/** The session cookie: scripts cannot read it, and requests that other sites make do not carry it. */
import { isHostBound, type SessionKind } from "../../../people/session.ts";
import type { ApiContext } from "../api.ts";
import { servicesOf } from "../services.ts";
import { cookieOf, dropCookie, dropPlainCookie, isEncrypted, putCookie } from "./cookies.ts";

const SESSION_COOKIE = "nightjar_session";

export interface SessionCookie {
  token: string;
  /** ms since the epoch. */
  expires_at: number;
}

/**
 * Undefined if the request has none. A session that began over TLS is valid under the prefixed name alone, so that no page
 * beside this host can sign a browser in as somebody of its choice; older sessions, and those without TLS, are valid under
 * both.
 */
export function sessionTokenOf(context: ApiContext): string | undefined {
  const cookie = cookieOf(context, SESSION_COOKIE);
  if (cookie === undefined || (isHostBound(cookie.value) && !cookie.isPrefixed)) return undefined;
  return cookie.value;
}

/** Whether to move the cookie to the prefixed name: the instance got TLS, or an earlier release set the cookie. */
export function isToBeRenamed(context: ApiContext): boolean {
  return isEncrypted(context) && cookieOf(context, SESSION_COOKIE)?.isPrefixed === false;
}

export function putSessionCookie(context: ApiContext, { token, expires_at }: SessionCookie): void {
  if (isToBeRenamed(context)) dropPlainCookie(context, SESSION_COOKIE);
  putCookie(context, { name: SESSION_COOKIE, value: token, expires: new Date(expires_at) });
}

export function dropSessionCookie(context: ApiContext): void {
  dropCookie(context, SESSION_COOKIE);
}

/** Starts a session in this browser. Ends the previous one, whoever's it was. */
export async function startSession(
  context: ApiContext,
  owner: string,
  kind: SessionKind = "person",
): Promise<void> {
  const { access } = servicesOf(context);
  const before = sessionTokenOf(context);
  if (before !== undefined) await access.revokeSession(before);
  const user_agent = context.req.header("user-agent") ?? "";
  putSessionCookie(
    context,
    await access.createSession(owner, user_agent, { kind, isHostBound: isEncrypted(context) }),
  );
}
