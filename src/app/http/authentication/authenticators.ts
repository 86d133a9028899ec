/** Authenticators: a bearer token, which programs send, and a session's cookie, which browsers send. */
import { AppError } from "../../../domain/errors.ts";
import type { Principal } from "../../../domain/principal.ts";
import { type ApiKey, isWorthNoting, looksLikeApiKey } from "../../../people/api-key.ts";
import { looksLikeAccessToken, MCP_PATH, mcpResource } from "../../../people/connected-app.ts";
import { principalOfKey, principalOfSession } from "../../../people/principals.ts";
import { type Session, useOf } from "../../../people/session.ts";
import type { ApiContext } from "../api.ts";
import { backgroundOf } from "../inbound.ts";
import { servicesOf } from "../services.ts";
import { bearerToken, checkAdminToken, refuseForeignOrigin, SIGN_IN } from "./authenticate.ts";
import { isToBeRenamed, sessionTokenOf } from "./session-cookie.ts";

/** `Authorization: Bearer` with an API key, a connected app's token, or the operator's ADMIN_TOKEN. */
export async function bearer(context: ApiContext): Promise<Principal | "absent"> {
  const header = context.req.header("authorization");
  if (header === undefined) return "absent";
  const token = bearerToken(header);
  if (token === undefined)
    throw new AppError("malformed_token", "The Authorization header must read `Bearer` and a token.");
  if (looksLikeAccessToken(token)) return connectedApp(context, token);
  return looksLikeApiKey(token) ? keyHolder(context, token) : checkAdminToken(context, token);
}

/** A token opens the resource that it was issued for, and nothing beside it. */
async function connectedApp(context: ApiContext, token: string): Promise<Principal> {
  const { people, now } = servicesOf(context);
  const holder = await people.connectedApps.byAccessToken(token);
  const isForHere = context.req.path === MCP_PATH && holder?.app.resource === mcpResource(context.req.url);
  if (holder === undefined || !isForHere)
    throw new AppError(
      "unauthorized",
      "That access token is not valid here: it has expired, its app was disconnected, or it is for another address.",
    );
  const { id, last_used_at } = holder.app;
  if (isWorthNoting(last_used_at, now())) backgroundOf(context)(people.connectedApps.noteUse(id));
  return principalOfKey(holder.person, holder.app);
}

async function keyHolder(context: ApiContext, secret: string): Promise<Principal> {
  const holder = await servicesOf(context).people.apiKeys.bySecret(secret);
  if (holder === undefined)
    throw new AppError(
      "unauthorized",
      "That API key is not valid: it has expired, was revoked, or is not of this instance.",
    );
  noteUse(context, holder.key);
  return principalOfKey(holder.person, holder.key);
}

/** No request waits for this write: a lost one is made up by the next. The same holds below. */
function noteUse(context: ApiContext, { id, last_used_at }: ApiKey): void {
  const { people, now } = servicesOf(context);
  if (isWorthNoting(last_used_at, now())) backgroundOf(context)(people.apiKeys.noteUse(id));
}

/** A person's session, by its cookie. */
export async function session(context: ApiContext): Promise<Principal | "absent"> {
  const token = sessionTokenOf(context);
  if (token === undefined) return "absent";
  refuseForeignOrigin(context);
  const open = await servicesOf(context).people.sessions.byToken(token);
  if (open === undefined) throw new AppError("unauthorized", `Your session has ended. ${SIGN_IN}`);
  useSession(context, open.session, token);
  return principalOfSession(open.person, open.session);
}

function useSession(context: ApiContext, session: Session, token: string): void {
  const { people, now } = servicesOf(context);
  const use = useOf(session, now());
  const expires_at = use?.expires_at ?? session.expires_at;
  if (expires_at !== session.expires_at || isToBeRenamed(context))
    context.set("renewed", { token, expires_at });
  if (use !== undefined) backgroundOf(context)(people.sessions.change(session.id, use));
}
