/** Who asks: a list of ways to say so, the first that is used decides. Everything else is refused. */
import { getCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import { AppError } from "../domain/errors.ts";
import type { Principal } from "../domain/principal.ts";
import type { Access, ApiContext, ApiEnv } from "./api.ts";

export const SESSION_COOKIE = "nightjar_session";
export const OPERATOR: Principal = { owner: "admin", role: "admin", name: "Admin" };

/** One way to say who one is. Throws an AppError when it is used and fails; "absent" when the request does not use it. */
export type Authenticator = (context: ApiContext) => Promise<Principal | "absent"> | Principal | "absent";

/** Middleware for a route of that policy. The check precedes any work; the first authenticator that is used decides. */
export function guardedBy(authenticators: readonly Authenticator[]) {
  return (access: Access) =>
    createMiddleware<ApiEnv>(async (context, next) => {
      if (access === "public") return next();
      const principal = await identify(context, authenticators);
      if (access === "admin" && principal.role !== "admin") {
        throw new AppError("forbidden", "Only the operator of this instance may do that.");
      }
      context.set("principal", principal);
      return next();
    });
}

async function identify(context: ApiContext, authenticators: readonly Authenticator[]): Promise<Principal> {
  for (const authenticate of authenticators) {
    const principal = await authenticate(context);
    if (principal !== "absent") return principal;
  }
  throw new AppError("unauthorized", SIGN_IN);
}

/** The operator's `Authorization: Bearer` with the ADMIN_TOKEN. */
export function adminBearer(context: ApiContext): Principal | "absent" {
  const header = context.req.header("authorization");
  return header === undefined ? "absent" : bearer(context, header);
}

/** A person's session, by its cookie. */
export async function session(context: ApiContext): Promise<Principal | "absent"> {
  const cookie = getCookie(context, SESSION_COOKIE);
  if (cookie === undefined) return "absent";
  refuseForeignOrigin(context);
  const owner = await context.get("house").access.sessionOwner(cookie);
  if (owner === undefined) throw new AppError("unauthorized", `Your session has ended. ${SIGN_IN}`);
  return OPERATOR.owner === owner ? OPERATOR : { owner, role: "member", name: owner };
}

/** The web app is known by its cookie; programs send a token. For requests that have passed the guard. */
export function isFromWebApp(context: ApiContext): boolean {
  return context.req.header("authorization") === undefined;
}

const SIGN_IN =
  "Sign in with the one-time link that `npm start` prints, or send `Authorization: Bearer` with the ADMIN_TOKEN.";

function bearer(context: ApiContext, header: string): Principal {
  const token = /^Bearer (\S+)$/.exec(header)?.[1];
  if (token === undefined)
    throw new AppError("malformed_token", "The Authorization header must read `Bearer` and a token.");
  return checkAdminToken(context, token);
}

/** The operator, if that is the ADMIN_TOKEN. Throws otherwise, and always while none is set. */
export function checkAdminToken(context: ApiContext, token: string): Principal {
  const expected = context.get("house").settings.ADMIN_TOKEN;
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

/** Whether the request bears the ADMIN_TOKEN; for addresses that need none. */
export function isOperator(context: ApiContext): boolean {
  const token = /^Bearer (\S+)$/.exec(context.req.header("authorization") ?? "")?.[1];
  const expected = context.get("house").settings.ADMIN_TOKEN;
  return token !== undefined && expected !== undefined && equalInConstantTime(token, expected);
}

/** A cookie travels with requests of foreign pages too: those are refused, sockets and reads alike. */
function refuseForeignOrigin(context: ApiContext): void {
  const origin = context.req.header("origin");
  if (origin === undefined || origin === new URL(context.req.url).origin) return;
  // A proxy in front (wrangler dev is one) may change scheme or host on the way here.
  if (hostOf(origin) === context.req.header("host")) return;
  throw new AppError("forbidden", "Requests from other sites are refused.");
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

function equalInConstantTime(a: string, b: string): boolean {
  const [left, right] = [new TextEncoder().encode(a), new TextEncoder().encode(b)];
  let difference = left.length ^ right.length;
  for (let index = 0; index < right.length; index++) difference |= (left[index] ?? 0) ^ (right[index] ?? 0);
  return difference === 0;
}
