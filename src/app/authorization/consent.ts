/** Consent: the app's request as its person sees it, and their decision. Each step checks the whole request again. */
import type { OAuthClient, Outcome } from "../../authorization/client.ts";
import { refusalOf } from "../../authorization/client.ts";
import { isDocumentAddress, readDocument } from "../../authorization/documents.ts";
import { issuerOf } from "../../authorization/metadata.ts";
import { placeOf } from "../../authorization/redirects.ts";
import {
  type AuthorizationRequest,
  redirectTo,
  requestOf,
  type WayBack,
  wayBackOf,
} from "../../authorization/request.ts";
import { APP_MS } from "../../authorization/tokens.ts";
import { AppError } from "../../domain/errors.ts";
import { isClient } from "../../domain/principal.ts";
import type { AppScope } from "../../people/connected-app.ts";
import type { ApiContext } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { servicesOf } from "./services.ts";
import { storesOf } from "./stores.ts";

const MOST_APPS = 100;
const DENIED = refusalOf("access_denied", "The person did not let the app in.");

interface Asked {
  client: OAuthClient;
  back: WayBack;
  request: Outcome<AuthorizationRequest>;
}

export async function showRequest(context: ApiContext, query: string) {
  const { client, back, request } = await asked(context, query);
  const redirect_to = request.ok ? null : redirectTo(back, issuer(context), request.refusal);
  return reply(200, {
    redirect_to,
    name: client.name,
    described_at: isDocumentAddress(client.id) ? new URL(client.id).host : null,
    place: placeOf(back.redirect_uri),
    scopes: request.ok ? [...request.value.scopes] : [],
  });
}

export async function decide(context: ApiContext, query: string, scopes: readonly AppScope[]) {
  const { back, request } = await asked(context, query);
  if (!request.ok) return sentTo(redirectTo(back, issuer(context), request.refusal));
  const allowed = request.value.scopes.filter((scope) => scopes.includes(scope));
  if (allowed.length === 0) return sentTo(redirectTo(back, issuer(context), DENIED.refusal));
  const code = await allow(context, { ...request.value, scopes: allowed });
  return sentTo(redirectTo(back, issuer(context), { code }));
}

function sentTo(redirect_to: string) {
  return reply(200, { redirect_to }, { "cache-control": "no-store" });
}

async function allow(context: ApiContext, request: AuthorizationRequest): Promise<string> {
  const { people, now } = servicesOf(context);
  const { owner } = context.get("principal");
  if ((await people.connectedApps.of(owner)).length >= MOST_APPS)
    throw new AppError(
      "conflict",
      `You have ${MOST_APPS} connected apps. Disconnect one that you no longer use.`,
    );
  const { client, redirect_uri, challenge, scopes, resource } = request;
  const { clients, tokens } = storesOf(context);
  if (!isDocumentAddress(client.id)) await clients.extend(client.id, now() + APP_MS);
  const place = placeOf(redirect_uri).name;
  const app = { person_id: owner, client_id: client.id, name: client.name, place, scopes, resource };
  return tokens.allow(app, { redirect_uri, challenge });
}

/** Throws an AppError, for the person to read, where there is no place to which they could be sent back. */
async function asked(context: ApiContext, text: string): Promise<Asked> {
  checkPerson(context);
  const query = new URLSearchParams(text);
  const client = told(await clientOf(context, query.get("client_id") ?? ""));
  const back = told(wayBackOf(query, client));
  return { client, back, request: requestOf(query, { client, back, address: context.req.url }) };
}

function told<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new AppError("malformed_request", outcome.refusal.error_description);
}

async function clientOf(context: ApiContext, id: string): Promise<Outcome<OAuthClient>> {
  const { guard, now } = servicesOf(context);
  const { clients } = storesOf(context);
  if (isDocumentAddress(id)) return readDocument({ clients, guard, now }, id);
  const client = await clients.get(id);
  if (client) return { ok: true, value: client };
  return refusalOf(
    "invalid_client",
    "That app isn't registered here any more. Start connecting again in the app.",
  );
}

/** Signed-in people alone let an app in: no program, and nobody who acts for somebody else. */
function checkPerson(context: ApiContext): void {
  const { key_id, owner } = context.get("principal");
  if (key_id !== undefined)
    throw new AppError("forbidden", "An API key may not connect apps. Sign in to connect one.");
  if (isClient(owner))
    throw new AppError("forbidden", "You're acting for a client. Go back to your own account first.");
}

function issuer(context: ApiContext): string {
  return issuerOf(context.req.url);
}
