/** Routes for signing in at an OpenID provider, there and back. */
import { z } from "zod";
import { AccountLinkShape, SignInWaysShape } from "../../contract/people/sign-in.ts";
import { AppError } from "../../domain/errors.ts";
import { isClient } from "../../people/person.ts";
import type { PartKey } from "../../platform/part-key.ts";
import { type ApiContext, defineRoute, type Route } from "../http/api.ts";
import { cookieOf, dropCookie, putCookie } from "../http/authentication/cookies.ts";
import { sessionTokenOf, startSession } from "../http/authentication/session-cookie.ts";
import { unknownByProxy } from "../http/authentication/trusted-proxy.ts";
import { reply } from "../http/reply.ts";
import { nothing } from "../http/schemas.ts";
import { type Claims, type Flow, FlowShape, type Provider } from "./flow.ts";
import { linkAccount, type ResolvePersonDeps, resolvePerson } from "./resolve-person.ts";
import { servicesOf } from "./services.ts";

export interface SignOn extends ResolvePersonDeps {
  /** Undefined if none is set. */
  provider: Provider | undefined;
  /** Name of the provider, as people know it. */
  label: string;
}

export const SIGN_ON: PartKey<SignOn> = { name: "sign-on" };

const PATH = "/auth/oidc";
const CALLBACK = "/api/v1/auth/oidc/callback";
/** The page where accounts are linked, which shows the outcome. */
const SETTINGS = "/settings?sign-in=";
const FLOW_COOKIE = "nightjar_oidc";
/** Time to type a password and a second factor. */
const FLOW_MS = 15 * 60_000;
/** A cookie has 4 kB. */
const LONGEST_BACK = 2_500;

/** Whether the path is the page on which an app is let in: the only one that a sign-in goes on to. */
function isConsent(path: string): boolean {
  return path.startsWith("/connect?");
}

export const signOnRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/auth/ways",
    policy: { who: "public" },
    summary:
      "Ways to sign in beside a password: the OpenID provider, if one is set; and whom a proxy has signed in who is nobody here yet.",
    answers: () => ({ 200: SignInWaysShape() }),
    handler: async (context) => {
      const { provider, label } = verbs(context);
      const oidc = provider ? { name: label, url: `/api/v1${PATH}` } : null;
      return reply(200, { oidc, proxy: await unknownByProxy(context) });
    },
  }),
  defineRoute({
    method: "get",
    path: PATH,
    policy: { who: "public" },
    summary: "Goes to the OpenID provider to sign in there.",
    query: () => z.object({ back: z.string().max(LONGEST_BACK).optional() }),
    answers: () => ({ 303: "redirect" }),
    handler: async (context, { query: { back = "" } }) =>
      context.redirect(await sentOff(context, null, isConsent(back) ? back : "/"), 303),
  }),
  defineRoute({
    method: "post",
    path: PATH,
    policy: { who: "person", scope: "admin" },
    summary: "Begins to link one's account at the OpenID provider with oneself: the address to go to.",
    body: nothing,
    answers: () => ({ 200: AccountLinkShape() }),
    handler: async (context) => {
      const { session_id, owner } = context.get("principal");
      if (session_id === undefined)
        throw new AppError("conflict", "Only a browser that is signed in can link an account.");
      if (isClient(owner))
        throw new AppError(
          "forbidden",
          "A client has no account: whoever keeps it signs in and acts for it.",
        );
      return reply(200, { url: await sentOff(context, owner) });
    },
  }),
  defineRoute({
    method: "get",
    path: `${PATH}/callback`,
    policy: { who: "public" },
    summary: "Where the OpenID provider sends people back to: signs them in, and goes to the app.",
    // Providers add parameters of their own.
    query: () => z.looseObject({ state: z.string().default("") }),
    answers: () => ({ 303: "redirect" }),
    handler: returned,
  }),
];

/** The address of the provider's page. The flow's state goes into a cookie. */
async function sentOff(context: ApiContext, link: string | null, back = "/"): Promise<string> {
  const { begin } = await import("./provider.ts");
  const begun = await begin(providerOf(context), { redirect_uri: backTo(context), link, back }).catch(
    (problem: unknown) => {
      servicesOf(context).log.warn("oidc_failed", { problem: String(problem) });
      throw new AppError("api_fail", "The OpenID provider does not answer as it should. Try again later.");
    },
  );
  const expires = new Date(servicesOf(context).now() + FLOW_MS);
  putCookie(context, { name: FLOW_COOKIE, value: JSON.stringify(begun.flow), expires });
  return begun.url;
}

/** Every failure leads to a page of the app that explains it, because a person looks at this page. */
async function returned(context: ApiContext): Promise<Response> {
  const flow = flowOf(context);
  dropCookie(context, FLOW_COOKIE);
  const claims = flow && (await claimsOf(context, flow));
  if (flow === undefined || claims === undefined)
    return context.redirect(flow?.link ? `${SETTINGS}failed` : "/?sign-in=failed", 303);
  if (flow.link !== null) return linkedHere(context, flow.link, claims);
  const { provider, ...known } = verbs(context);
  const person = provider && (await resolvePerson(known, provider.issuer, claims));
  if (person === undefined) return context.redirect("/?sign-in=unknown", 303);
  await startSession(context, person.id);
  return context.redirect(isConsent(flow.back) ? flow.back : "/", 303);
}

async function claimsOf(context: ApiContext, flow: Flow): Promise<Claims | undefined> {
  const back = { redirect_uri: backTo(context), flow, returned: new URL(context.req.url) };
  try {
    const { finish } = await import("./provider.ts");
    return await finish(providerOf(context), back);
  } catch (problem) {
    servicesOf(context).log.warn("oidc_failed", { problem: String(problem) });
    return undefined;
  }
}

/** The cookie says for whom the link was begun, but a browser may send anything, so its session must be that person's. */
async function linkedHere(context: ApiContext, person: string, claims: Claims): Promise<Response> {
  const { people, provider } = verbs(context);
  const token = sessionTokenOf(context);
  const open = token === undefined ? undefined : await servicesOf(context).people.sessions.byToken(token);
  if (open?.person.id !== person) return context.redirect(`${SETTINGS}failed`, 303);
  const issuer = provider?.issuer ?? "";
  const isDone = await linkAccount({ people }, { issuer, claims, person });
  return context.redirect(`${SETTINGS}${isDone ? "linked" : "taken"}`, 303);
}

function flowOf(context: ApiContext): Flow | undefined {
  const kept = cookieOf(context, FLOW_COOKIE)?.value;
  try {
    return kept ? FlowShape.parse(JSON.parse(kept)) : undefined;
  } catch {
    // Truncated or forged: nothing was begun in this browser.
    return undefined;
  }
}

function backTo(context: ApiContext): string {
  return new URL(CALLBACK, context.req.url).href;
}

function providerOf(context: ApiContext): Provider {
  const { provider } = verbs(context);
  if (provider) return provider;
  throw new AppError("conflict", "No OpenID provider is set. Set OIDC_ISSUER and OIDC_CLIENT_ID.");
}

function verbs(context: ApiContext): SignOn {
  return servicesOf(context).verbs(SIGN_ON);
}
