/** People: signing in, and their accounts. */

import { CLIENTS } from "../../clients/verbs.ts";
import { jsonFile } from "../../export/archive.ts";
import { createEraseJob } from "../../jobs/erase-person.ts";
import {
  apiKeys,
  credentials,
  identities,
  preferences,
  sessions,
  signinLinks,
} from "../../storage/d1/schema/people.ts";
import { bearer, session } from "../http/authentication/authenticators.ts";
import { trustedProxy } from "../http/authentication/trusted-proxy.ts";
import { definePart } from "../part.ts";
import { authRoutes } from "./routes/auth/routes.ts";
import { avatarRoutes } from "./routes/avatar.ts";
import { identityRoutes } from "./routes/identities.ts";
import { inviteRoutes } from "./routes/invites.ts";
import { meRoutes } from "./routes/me.ts";
import { preferenceRoutes } from "./routes/preferences.ts";
import { userIdentityRoutes } from "./routes/user-identities.ts";
import { userRoutes } from "./routes/users.ts";
import { visitRoutes } from "./routes/visit.ts";
import { NEEDS, type Services } from "./services.ts";

export const peoplePart = definePart({
  name: "people",
  routes: [
    ...authRoutes,
    ...meRoutes,
    ...identityRoutes,
    ...userIdentityRoutes,
    ...preferenceRoutes,
    ...avatarRoutes,
    ...userRoutes,
    ...inviteRoutes,
    ...visitRoutes,
  ],
  authenticators: [bearer, trustedProxy, session],
  account: [credentials, identities, preferences, apiKeys, sessions, signinLinks],
  needs: NEEDS,
  open: (services) => ({
    jobs: [
      createEraseJob({
        clients: async (owner) => (await services.verbs(CLIENTS).clients.list(owner)).map(({ id }) => id),
        removeClient: async (id) => void (await services.people.persons.remove(id)),
        erase: (owner, heartbeat) => services.personalData.erase(owner, heartbeat),
      }),
    ],
    archive: ({ owner }) => archive(services, owner),
  }),
});

async function* archive({ people, now }: Services, owner: string) {
  const [person, preferences, identities] = await Promise.all([
    people.persons.get(owner),
    people.preferences.get(owner),
    people.identities.of(owner),
  ]);
  const exported_at = new Date(now()).toISOString();
  yield jsonFile("person.json", {
    format: "nightjar-export/1",
    exported_at,
    person,
    preferences,
    identities,
  });
}
