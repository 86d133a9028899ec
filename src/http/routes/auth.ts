/** Signing in: one-time links, sessions, and who one is. */
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { type ApiContext, type Route, readBody } from "../api.ts";
import { checkAdminToken, SESSION_COOKIE } from "../authenticate.ts";

export const authRoutes: Route[] = [
  {
    method: "post",
    path: "/auth/links",
    access: "admin",
    summary: "Makes a one-time sign-in link, valid for 15 minutes.",
    handler: async (context) => {
      const { token, expires_at } = await context
        .get("house")
        .access.createLink(context.get("principal").owner);
      const url = new URL(`/signin/${token}`, context.req.url);
      return context.json({ url: url.href, expires_at: new Date(expires_at).toISOString() }, 201);
    },
  },
  {
    method: "post",
    path: "/auth/session",
    access: "public",
    summary: "Signs in with the ADMIN_TOKEN.",
    handler: async (context) => {
      const { token } = await readBody(context, z.object({ token: z.string().min(1) }));
      const principal = checkAdminToken(context, token);
      await startSession(context, principal.owner);
      return context.json({ owner: principal.owner, role: principal.role, name: principal.name }, 201);
    },
  },
  {
    method: "delete",
    path: "/auth/session",
    access: "person",
    summary: "Signs out: the session is revoked.",
    handler: async (context) => {
      const token = getCookie(context, SESSION_COOKIE);
      if (token !== undefined) await context.get("house").access.revokeSession(token);
      deleteCookie(context, SESSION_COOKIE, { path: "/" });
      return context.body(null, 204);
    },
  },
  {
    method: "get",
    path: "/me",
    access: "person",
    summary: "Who is signed in.",
    handler: (context) => context.json(context.get("principal")),
  },
  {
    root: "",
    method: "get",
    path: "/signin/:token",
    access: "public",
    summary: "Redeems a one-time link, and goes to the app.",
    handler: signIn,
  },
];

async function signIn(context: ApiContext): Promise<Response> {
  const owner = await context.get("house").access.redeemLink(context.req.param("token") ?? "");
  if (owner === undefined) {
    if (context.req.header("accept")?.includes("text/html")) return context.redirect("/?link-spent", 303);
    throw new AppError(
      "login_fail",
      "This sign-in link was used already or has expired. Run `npm start` again for a new one, or sign in with the ADMIN_TOKEN.",
    );
  }
  await startSession(context, owner);
  return context.redirect("/", 303);
}

async function startSession(context: ApiContext, owner: string): Promise<void> {
  const { token, expires_at } = await context
    .get("house")
    .access.createSession(owner, context.req.header("user-agent") ?? "");
  setCookie(context, SESSION_COOKIE, token, {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: new URL(context.req.url).protocol === "https:",
    expires: new Date(expires_at),
  });
}
