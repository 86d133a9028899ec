/** Authentication by a list of authenticators: the first one that the request uses decides. Everything else is refused. */
import { createMiddleware } from "hono/factory";
import { AppError } from "../../../domain/errors.ts";
import type { Principal } from "../../../domain/principal.ts";
import { FIRST_PERSON } from "../../../people/person.ts";
import { pause } from "../../../platform/pause.ts";
import type { ApiContext, ApiEnv } from "../api.ts";
import { type Policy, refusalOf } from "../policy.ts";
import { servicesOf } from "../services.ts";
import { equalInConstantTime } from "./constant-time.ts";
import { limitAddress, limitPrincipal } from "./rate-limit.ts";
import { putSessionCookie } from "./session-cookie.ts";

/** Delay until warming up: by then the answer is on its way. */
const WARMED_AFTER_MS = 100;

export const OPERATOR: Principal = { owner: FIRST_PERSON, role: "admin", name: "Admin" };

/**
 * One way to authenticate. Throws an AppError when the request uses it and fails; "absent" when the request does not use
 * it.
 */
export type Authenticator = (context: ApiContext) => Promise<Principal | "absent"> | Principal | "absent";

/** Middleware for a route with that policy. It runs before any work; the first authenticator that the request uses decides. */
export function guardedBy(authenticators: readonly Authenticator[]) {
  return (policy: Policy) =>
    createMiddleware<ApiEnv>(async (context, next) => {
      if (policy.who === "public") {
        openDoor(context, policy.origin === "any");
        context.set("asking", () => identify(context, authenticators).catch(nobody));
        await next();
        return renewCookie(context);
      }
      const principal = await identify(context, authenticators).catch((problem: unknown) => {
        // Slows down guessing.
        limitAddress(context);
        throw problem;
      });
      limitPrincipal(context, principal);
      const refusal = refusalOf(policy, principal);
      if (refusal) throw new AppError(refusal.error, refusal.reason);
      context.set("principal", principal);
      await next();
      renewCookie(context);
    });
}

/** Guards a public route, except webhooks: their platforms call from few addresses, and prove themselves by a secret. */
function openDoor(context: ApiContext, isForAnyOrigin: boolean): void {
  if (context.req.path.startsWith("/webhooks/")) return;
  // A page of another site must not sign anybody in as somebody of its choice.
  if (context.req.method !== "GET" && !isForAnyOrigin) refuseForeignOrigin(context);
  limitAddress(context);
}

async function identify(context: ApiContext, authenticators: readonly Authenticator[]): Promise<Principal> {
  for (const authenticate of authenticators) {
    const principal = await authenticate(context);
    if (principal !== "absent") return principal;
  }
  context.executionCtx.waitUntil(warmed(context).catch(() => undefined));
  throw new AppError("unauthorized", SIGN_IN);
}

const UNKNOWN: ReadonlySet<string> = new Set(["unauthorized", "malformed_token"]);

function nobody(problem: unknown): undefined {
  if (!(problem instanceof AppError) || !UNKNOWN.has(problem.kind)) throw problem;
}

/** Warms up sign-in: the app asks who is signed in before it shows the form, and while the password is typed there is time. */
async function warmed(context: ApiContext): Promise<void> {
  const { passwords } = servicesOf(context);
  await pause(WARMED_AFTER_MS);
  await passwords.warm();
}

/**
 * The browser keeps the cookie as long as the session lives. Not renewed on a socket, nor where the cookie was set
 * otherwise.
 */
function renewCookie(context: ApiContext): void {
  const renewed = context.get("renewed");
  if (renewed === undefined || context.res.status === 101 || context.res.headers.has("set-cookie")) return;
  putSessionCookie(context, renewed);
}

/** Whether the web app sent it: it has a cookie, while programs send a token. For requests that have passed the guard. */
export function isFromWebApp(context: ApiContext): boolean {
  return context.req.header("authorization") === undefined;
}

/** Instruction for a caller who is not signed in. */
export const SIGN_IN =
  "Sign in with your username and password or with the one-time link that `npm start` prints, or send `Authorization: Bearer` with an API key or the ADMIN_TOKEN.";

/** The operator, if the token is the ADMIN_TOKEN. Throws otherwise, and always while none is set. */
export function checkAdminToken(context: ApiContext, token: string): Principal {
  const expected = servicesOf(context).settings.ADMIN_TOKEN;
  if (expected === undefined) {
    throw new AppError(
      "unauthorized",
      "No ADMIN_TOKEN is set, so nobody can sign in. Set it in .dev.vars or with `wrangler secret put ADMIN_TOKEN`.",
    );
  }
  if (!equalInConstantTime(token, expected))
    throw new AppError("unauthorized", "That token is not valid here.");
  return OPERATOR;
}

/** The token of an Authorization header; undefined if it has none. The scheme's case does not matter (RFC 9110). */
export function bearerToken(header: string): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header)?.[1];
}

/** Whether the request bears the ADMIN_TOKEN; for addresses that need none. */
export function isOperator(context: ApiContext): boolean {
  const token = bearerToken(context.req.header("authorization") ?? "");
  const expected = servicesOf(context).settings.ADMIN_TOKEN;
  return token !== undefined && expected !== undefined && equalInConstantTime(token, expected);
}

/** Cookies travel with requests of foreign pages too: those are refused, sockets and reads alike. */
export function refuseForeignOrigin(context: ApiContext): void {
  const origin = context.req.header("origin");
  if (origin === undefined || origin === new URL(context.req.url).origin) return;
  // A proxy in front (wrangler dev is one) may change scheme or host on the way here.
  if (hostOf(origin) === context.req.header("host")) return;
  throw new AppError("forbidden", "Requests from other sites are refused.");
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
