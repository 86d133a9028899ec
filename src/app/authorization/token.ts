/** The token endpoint: a code or a refresh token becomes an access token and the next refresh token. */
import { type OAuthRefusal, type Outcome, refusalOf } from "../../authorization/client.ts";
import { isResource, scopesOf } from "../../authorization/request.ts";
import { ACCESS_MS, APP_MS, type IssuedTokens } from "../../authorization/tokens.ts";
import type { ConnectedApp } from "../../people/connected-app.ts";
import { hashOf } from "../../storage/d1/people/secret.ts";
import type { ApiContext } from "../http/api.ts";
import { equalInConstantTime } from "../http/authentication/constant-time.ts";
import { reply } from "../http/reply.ts";
import { clientIdOf, formOf } from "./form.ts";
import { servicesOf } from "./services.ts";
import { storesOf } from "./stores.ts";

const NO_STORE = { "cache-control": "no-store" };
const NO_CODE = refusalOf(
  "invalid_grant",
  "The code is unknown, has expired, was used, or belongs to another request.",
);
const NO_REFRESH = refusalOf(
  "invalid_grant",
  "The refresh token is unknown, has expired or was used, or its app was disconnected. Connect again.",
);

export async function giveTokens(context: ApiContext) {
  const form = await formOf(context.req.raw);
  const client = await clientIdOf(context, form);
  const issued = client.ok ? await exchanged(context, form, client.value) : client;
  if (!issued.ok) return refusal(context, issued.refusal);
  const { access_token, refresh_token, app } = issued.value;
  const token = { access_token, refresh_token, token_type: "Bearer" as const, expires_in: ACCESS_MS / 1000 };
  return reply(200, { ...token, scope: app.scopes.join(" ") }, NO_STORE);
}

/** RFC 6749, 5.2: a client that failed to prove itself by a header is answered by 401. */
function refusal(context: ApiContext, told: OAuthRefusal) {
  if (told.error !== "invalid_client") return reply(400, told, NO_STORE);
  const isBasic = context.req.header("authorization") !== undefined;
  return reply(401, told, { ...NO_STORE, ...(isBasic && { "www-authenticate": 'Basic realm="Nightjar"' }) });
}

async function exchanged(
  context: ApiContext,
  form: URLSearchParams,
  client_id: string,
): Promise<Outcome<IssuedTokens>> {
  const app = await grantOf(context, form, client_id);
  if (!app.ok) return app;
  const { people, now } = servicesOf(context);
  const { clients, tokens } = storesOf(context);
  // Somebody who may not sign in any more lets nobody in either.
  if ((await people.persons.standing(app.value.person_id)) === undefined) return NO_REFRESH;
  await clients.extend(client_id, now() + APP_MS);
  return { ok: true, value: await tokens.issue(app.value) };
}

function grantOf(
  context: ApiContext,
  form: URLSearchParams,
  client_id: string,
): Promise<Outcome<ConnectedApp>> {
  switch (form.get("grant_type")) {
    case "authorization_code":
      return byCode(context, form, client_id);
    case "refresh_token":
      return byRefreshToken(context, form, client_id);
    default:
      return Promise.resolve(
        refusalOf("unsupported_grant_type", "grant_type: take authorization_code or refresh_token."),
      );
  }
}

async function byCode(
  context: ApiContext,
  form: URLSearchParams,
  client_id: string,
): Promise<Outcome<ConnectedApp>> {
  const redeemed = await storesOf(context).tokens.redeem(form.get("code") ?? "");
  if (redeemed === undefined || redeemed.app.client_id !== client_id) return NO_CODE;
  const { app, redirect_uri, challenge } = redeemed;
  const isSamePlace = (form.get("redirect_uri") ?? redirect_uri) === redirect_uri;
  const isProved = equalInConstantTime(await hashOf(form.get("code_verifier") ?? ""), challenge);
  return isSamePlace && isProved ? aimedAt(form, app) : NO_CODE;
}

async function byRefreshToken(
  context: ApiContext,
  form: URLSearchParams,
  client_id: string,
): Promise<Outcome<ConnectedApp>> {
  const { tokens } = storesOf(context);
  const token = form.get("refresh_token") ?? "";
  const app = await tokens.appOf(token);
  if (app?.client_id !== client_id) return NO_REFRESH;
  const aimed = aimedAt(form, app);
  if (!aimed.ok) return aimed;
  return (await tokens.spend(token)) ? aimed : NO_REFRESH;
}

/** Refuses another resource or more scopes than the person has allowed. Fewer scopes are not told apart. */
function aimedAt(form: URLSearchParams, app: ConnectedApp): Outcome<ConnectedApp> {
  if (!form.getAll("resource").every((each) => isResource(each, app.resource)))
    return refusalOf("invalid_target", `resource: this app was let into ${app.resource}.`);
  const asked = form.get("scope") === null ? [] : scopesOf(form.get("scope"));
  if (!asked.every((scope) => app.scopes.includes(scope)))
    return refusalOf("invalid_scope", `scope: this app was allowed ${app.scopes.join(" ")}.`);
  return { ok: true, value: app };
}

/** Says nothing of whether there was such a token (RFC 7009). */
export async function revokeToken(context: ApiContext) {
  const form = await formOf(context.req.raw);
  const client = await clientIdOf(context, form);
  if (!client.ok) return refusal(context, client.refusal);
  await storesOf(context).tokens.revoke(form.get("token") ?? "", client.value);
  return context.body(null, 200);
}
