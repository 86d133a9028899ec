/** People: signing in, and their accounts. */

import { createEraseJob, type Erasure } from "../../jobs/erase-person.ts";
import { createClientStore } from "../../storage/d1/clients/clients.ts";
import { openDatabase } from "../../storage/d1/database.ts";
import { eraseOwnedRows, memorySources } from "../../storage/d1/people/owned-rows.ts";
import { eraseObjectsOf } from "../../storage/r2/erase-owner.ts";
import { eraseConversation, leaveConversation } from "../conversations/erase-conversation.ts";
import { bearer, session } from "../http/authentication/authenticators.ts";
import { trustedProxy } from "../http/authentication/trusted-proxy.ts";
import { schedulerStub } from "../objects/stubs.ts";
import { definePart } from "../part.ts";
import { authRoutes } from "./routes/auth/routes.ts";
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
    ...userRoutes,
    ...inviteRoutes,
    ...visitRoutes,
  ],
  authenticators: [bearer, trustedProxy, session],
  needs: NEEDS,
  open: (services) => ({ jobs: [createEraseJob(erasureOf(services))] }),
});

function erasureOf(services: Services): Erasure {
  const { env, conversations, memory } = services;
  const db = openDatabase(env.DB);
  const clients = createClientStore(db, services.now);
  return {
    clients: async (owner) => (await clients.list(owner)).map(({ id }) => id),
    removeClient: async (id) => void (await services.people.persons.remove(id)),
    conversations: (owner) => conversations.ids(owner),
    eraseConversation: (id) => eraseConversation(services, id),
    joined: async (owner) => [
      ...new Set([...(await conversations.joined(owner)), ...(await services.visits.joinedBy(owner))]),
    ],
    leave: (id, owner) => leaveConversation(services, id, owner),
    eraseSchedules: async (owner) => schedulerStub(env, owner).erase(),
    sources: (owner) => memorySources(db, owner),
    forgetSource: (owner, source) => memory.forgetSource(owner, source),
    eraseFiles: (owner, heartbeat) => eraseObjectsOf(env.BUCKET, owner, heartbeat),
    eraseRows: (owner) => eraseOwnedRows(db, owner),
  };
}
