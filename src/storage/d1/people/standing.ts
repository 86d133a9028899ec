/**
 * Checks whether an authenticated principal may still act: repeated for connections that stay open, such as
 * sockets.
 */
import type { Principal } from "../../../domain/principal.ts";
import { isConnectedApp } from "../../../people/connected-app.ts";
import { FIRST_PERSON } from "../../../people/person.ts";
import { principalOfKey, principalOfPerson, principalOfSession } from "../../../people/principals.ts";
import type { ApiKeys } from "./api-keys.ts";
import type { ConnectedApps } from "./connected-apps.ts";
import type { Persons } from "./persons.ts";
import type { Sessions } from "./sessions.ts";

export interface StandingDeps {
  sessions: Pick<Sessions, "byId">;
  apiKeys: Pick<ApiKeys, "byId">;
  connectedApps: Pick<ConnectedApps, "byId">;
  persons: Pick<Persons, "standing">;
}

/**
 * The principal with today's role, name and scopes; undefined if their session, key or app has ended, or if they may not sign in any more. Reads D1 each time: the caller decides how often.
 */
export type Standing = (principal: Principal) => Promise<Principal | undefined>;

export function createStanding({ sessions, apiKeys, connectedApps, persons }: StandingDeps): Standing {
  return async (principal) => {
    const { session_id, key_id, owner } = principal;
    if (session_id !== undefined) {
      const open = await sessions.byId(session_id);
      return open && principalOfSession(open.person, open.session);
    }
    if (key_id !== undefined && isConnectedApp(key_id)) {
      const holder = await connectedApps.byId(key_id);
      return holder && principalOfKey(holder.person, holder.app);
    }
    if (key_id !== undefined) {
      const holder = await apiKeys.byId(key_id);
      return holder && principalOfKey(holder.person, holder.key);
    }
    // The ADMIN_TOKEN is a setting: changing it redeploys the Worker, which ends open connections.
    if (owner === FIRST_PERSON) return principal;
    const person = await persons.standing(owner);
    return person && principalOfPerson(person);
  };
}
