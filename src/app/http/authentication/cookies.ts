/** Cookies that scripts cannot read and requests of other sites do not carry. */
import { getCookie, setCookie } from "hono/cookie";
import type { ApiContext } from "../api.ts";

/** Browsers accept a cookie of such a name only over TLS and from this host itself: no page beside it can plant one. */
const PREFIX = "__Host-";

export interface Cookie {
  /** Name without the prefix. */
  name: string;
  value: string;
  expires: Date;
}

/** Uses the prefixed name over TLS. */
export function putCookie(context: ApiContext, { name, value, expires }: Cookie): void {
  const isSecure = isEncrypted(context);
  setCookie(context, isSecure ? `${PREFIX}${name}` : name, value, {
    path: "/",
    httpOnly: true,
    // Not Strict: one-time links and redirects from a provider come from another site.
    sameSite: "Lax",
    secure: isSecure,
    expires,
  });
}

/** The value, and whether it came under the name that only this host can set; undefined if the request has none. */
export function cookieOf(
  context: ApiContext,
  name: string,
): { value: string; isPrefixed: boolean } | undefined {
  const prefixed = getCookie(context, `${PREFIX}${name}`);
  if (prefixed !== undefined) return { value: prefixed, isPrefixed: true };
  const plain = getCookie(context, name);
  return plain === undefined ? undefined : { value: plain, isPrefixed: false };
}

/** Deletes the cookie under both names. */
export function dropCookie(context: ApiContext, name: string): void {
  if (isEncrypted(context)) setCookie(context, `${PREFIX}${name}`, "", { ...GONE, secure: true });
  dropPlainCookie(context, name);
}

/** Deletes the cookie under the name without the prefix only. */
export function dropPlainCookie(context: ApiContext, name: string): void {
  setCookie(context, name, "", { ...GONE, secure: isEncrypted(context) });
}

const GONE = { path: "/", expires: new Date(0), httpOnly: true, sameSite: "Lax" } as const;

/** Also true behind a proxy with TLS. A client that lies about it loses its own cookie, no more. */
export function isEncrypted({ req }: ApiContext): boolean {
  return new URL(req.url).protocol === "https:" || req.header("x-forwarded-proto") === "https";
}
