/** Stores of the authorization server, opened for a request: most requests need none of them. */
import type { OAuthClients } from "../../authorization/client.ts";
import type { OAuthTokens } from "../../authorization/tokens.ts";
import { D1OAuthClients } from "../../storage/d1/authorization/clients.ts";
import { D1OAuthTokens } from "../../storage/d1/authorization/tokens.ts";
import { openDatabase } from "../../storage/d1/database.ts";
import type { ApiContext } from "../http/api.ts";
import { servicesOf } from "./services.ts";

export const random = (bytes: Uint8Array) => void crypto.getRandomValues(bytes);

export function storesOf(context: ApiContext): { clients: OAuthClients; tokens: OAuthTokens } {
  const { env, now, ids, people } = servicesOf(context);
  const db = openDatabase(env.DB);
  const apps = people.connectedApps;
  return { clients: new D1OAuthClients(db, now), tokens: new D1OAuthTokens({ db, ids, now, random, apps }) };
}
