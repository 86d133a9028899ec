/** Signing in and out: by name and password, by the ADMIN_TOKEN, by a one-time link. */
import { z } from "zod";
import { LoginFields, SignedInShape } from "../../../../contract/people/sign-in.ts";
import { AppError } from "../../../../domain/errors.ts";
import { KEY_SCOPES } from "../../../../domain/key-scopes.ts";
import { type ApiContext, defineRoute, type Route } from "../../../http/api.ts";
import { checkAdminToken } from "../../../http/authentication/authenticate.ts";
import { countTry, uncountTry } from "../../../http/authentication/rate-limit.ts";
import {
  dropSessionCookie,
  sessionTokenOf,
  startSession,
} from "../../../http/authentication/session-cookie.ts";
import { reply } from "../../../http/reply.ts";
import { servicesOf } from "../../services.ts";

export const signInRoutes: Route[] = [
  defineRoute({
    method: "post",
    path: "/auth/login",
    policy: { who: "public" },
    summary: "Signs in by username and password: the answer sets the session's cookie.",
    body: LoginFields,
    answers: () => ({ 200: SignedInShape() }),
    handler: (context, { body }) => logIn(context, body),
  }),
  defineRoute({
    method: "post",
    path: "/auth/session",
    policy: { who: "public" },
    summary: "Signs in with the ADMIN_TOKEN.",
    body: () => z.object({ token: z.string().min(1) }),
    answers: () => ({ 201: SignedInShape() }),
    handler: async (context, { body: { token } }) => {
      await countTry(context, { secret: "ADMIN_TOKEN" });
      const { owner, role, name } = checkAdminToken(context, token);
      await uncountTry(context, { secret: "ADMIN_TOKEN" });
      await startSession(context, owner);
      return reply(201, { owner, role, name });
    },
  }),
  defineRoute({
    method: "delete",
    path: "/auth/session",
    policy: { who: "person", scope: KEY_SCOPES },
    summary: "Signs out: the session is revoked.",
    answers: () => ({ 204: "empty" }),
    handler: async (context) => {
      const token = sessionTokenOf(context);
      const { access, presence } = servicesOf(context);
      const { owner } = context.get("principal");
      if (token !== undefined) await presence.changing(owner, () => access.revokeSession(token));
      dropSessionCookie(context);
      return context.body(null, 204);
    },
  }),
  defineRoute({
    root: "",
    method: "get",
    path: "/signin/:token",
    policy: { who: "public" },
    summary: "Redeems a one-time link, and goes to the app.",
    params: () => z.object({ token: z.string().max(200) }),
    answers: () => ({ 204: "empty", 303: "redirect" }),
    handler: (context, { params: { token } }) => redeem(context, token),
  }),
];

type Login = z.output<ReturnType<typeof LoginFields>>;

async function logIn(context: ApiContext, { username, password }: Login) {
  const { people, passwords } = servicesOf(context);
  await countTry(context, { name: username });
  const login = await people.credentials.byUsername(username);
  const { ok, isStale } = await passwords.verify(password, login?.password_hash);
  // Every refusal gets the same answer, so that nobody learns which names exist.
  if (!ok || login === undefined || login.person.disabled_at !== null)
    throw new AppError("login_fail", "Wrong username or password.");
  const { id: owner, role, name } = login.person;
  const from = login.password_hash;
  await Promise.all([
    startSession(context, owner),
    uncountTry(context, { name: username }),
    isStale && from !== undefined && rehash(context, { owner, from, password }),
  ]);
  return reply(200, { owner, role, name });
}

interface Stale {
  owner: string;
  /** The hash that is replaced. */
  from: string;
  password: string;
}

async function rehash(context: ApiContext, { owner, from, password }: Stale): Promise<void> {
  const { people, passwords } = servicesOf(context);
  await people.credentials.rehash(owner, { from, to: await passwords.hash(password) });
}

async function redeem(context: ApiContext, token: string): Promise<Response> {
  // Link previews and scanners must not use the link up.
  if (context.req.method === "HEAD") return context.body(null, 204);
  const owner = await servicesOf(context).access.redeemLink(token, "signin");
  if (owner !== undefined) {
    await startSession(context, owner);
    return context.redirect("/", 303);
  }
  if (context.req.header("accept")?.includes("text/html")) return context.redirect("/?link-spent", 303);
  throw new AppError(
    "login_fail",
    "This sign-in link was used already or has expired. Run `npm start` again or ask an admin for a new one, or sign in with your password.",
  );
}
