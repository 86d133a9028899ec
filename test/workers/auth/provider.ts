/** Browsers that sign in at the OpenID provider of the tests. */
import { exports } from "cloudflare:workers";
import { signedInAt } from "../../support/oidc/page.ts";
import type { Somebody } from "../people/somebody.ts";

const worker = (exports as unknown as { default: Fetcher }).default;

export type Claims = Record<string, unknown>;

export const get = (path: string, cookie = "") =>
  worker.fetch(`http://nightjar.test${path}`, { redirect: "manual", headers: { cookie } });

export function cookieOf(response: Response, name: string): string {
  const set = response.headers.getSetCookie().find((each) => each.startsWith(`${name}=`));
  return set?.split(";")[0] ?? "";
}

/** There and back in one browser: where it ends up, and as whom. */
export async function signInAt(claims: Claims) {
  const sent = await get("/api/v1/auth/oidc");
  return back(sent.headers.get("location") ?? "", claims, cookieOf(sent, "nightjar_oidc"));
}

export async function back(page: string, claims: Claims, cookies: string) {
  const { pathname, search } = new URL(signedInAt(page, claims));
  const response = await get(`${pathname}${search}`, cookies);
  const session = cookieOf(response, "nightjar_session");
  const me = session === "" ? {} : await (await get("/api/v1/me", session)).json<{ owner: string }>();
  return { to: response.headers.get("location"), ...me };
}

export async function linkedIn(person: Somebody, claims: Claims, as = person.cookie) {
  const begun = await person.ask("POST", "/auth/oidc", {});
  const { url } = (await begun.json()) as { url: string };
  return back(url, claims, `${cookieOf(begun, "nightjar_oidc")}; ${as}`);
}
