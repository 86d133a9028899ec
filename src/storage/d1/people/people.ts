/** The stores of people, assembled. */

import type { Ids } from "../../../domain/ids.ts";
import { ApiKeys } from "./api-keys.ts";
import { ConnectedApps } from "./connected-apps.ts";
import { Credentials } from "./credentials.ts";
import { Identities } from "./identities.ts";
import { Invites } from "./invites.ts";
import { LinkCodes } from "./link-codes.ts";
import { Pairings } from "./pairings.ts";
import { Persons, type PersonsDeps } from "./persons.ts";
import { PreferenceStore } from "./preferences.ts";
import { Sessions } from "./sessions.ts";
import { createStanding, type Standing } from "./standing.ts";

export interface People {
  persons: Persons;
  identities: Identities;
  invites: Invites;
  /** Pairing codes given to strangers in chats. */
  pairings: Pairings;
  /** Link codes that people create in the app. */
  linkCodes: LinkCodes;
  preferences: PreferenceStore;
  credentials: Credentials;
  sessions: Sessions;
  apiKeys: ApiKeys;
  connectedApps: ConnectedApps;
  standing: Standing;
}

export interface PeopleDeps extends PersonsDeps {
  ids: Ids;
  random(bytes: Uint8Array): void;
}

export function createPeople({ db, ids, now, random, account }: PeopleDeps): People {
  const persons = new Persons({ db, now, account });
  const sessions = new Sessions(db, now);
  const apiKeys = new ApiKeys({ db, ids, now, random });
  const connectedApps = new ConnectedApps(db, now);
  return {
    persons,
    identities: new Identities(db, now),
    invites: new Invites({ db, now, random }),
    pairings: new Pairings({ db, ids, now, random }),
    linkCodes: new LinkCodes({ db, now, random }),
    preferences: new PreferenceStore(db, now),
    credentials: new Credentials(db, now),
    sessions,
    apiKeys,
    connectedApps,
    standing: createStanding({ sessions, apiKeys, connectedApps, persons }),
  };
}
