/** People: who they say they are, and signing in. */
import { conversationStub } from "../../durable-objects/stubs.ts";
import { trustId } from "../domain/ids.ts";
import type { House } from "../house.ts";
import { OPERATOR } from "../http/authenticate.ts";
import { bearer, session } from "../http/authenticators.ts";
import { authRoutes } from "../http/routes/auth/routes.ts";
import { identityRoutes } from "../http/routes/people/identities.ts";
import { inviteRoutes } from "../http/routes/people/invites.ts";
import { meRoutes } from "../http/routes/people/me.ts";
import { preferenceRoutes } from "../http/routes/people/preferences.ts";
import { userRoutes } from "../http/routes/people/users.ts";
import { visitRoutes } from "../http/routes/people/visit.ts";
import { createEraseJob, type Erasure } from "../jobs/erase-person.ts";
import { definePart } from "../part.ts";
import { openDatabase } from "../storage/d1/database.ts";
import { eraseOwnedRows, memorySources } from "../storage/d1/people/owned-rows.ts";
import { eraseObjectsOf } from "../storage/r2/erase-owner.ts";

export const peoplePart = definePart({
  name: "people",
  routes: [
    ...authRoutes,
    ...meRoutes,
    ...identityRoutes,
    ...preferenceRoutes,
    ...userRoutes,
    ...inviteRoutes,
    ...visitRoutes,
  ],
  authenticators: [bearer, session],
  open: (house) => ({ jobs: [createEraseJob(erasureOf(house))] }),
});

function erasureOf({ env, conversations, memory, forgetConversation }: House): Erasure {
  const db = openDatabase(env.DB);
  return {
    conversations: (owner) => conversations.ids(owner),
    async eraseConversation(id) {
      const erased = await conversationStub(env, trustId<"cnv">(id)).erase(OPERATOR);
      // One that is gone already, by an earlier attempt, leaves its entry to be removed.
      if (!erased.ok && erased.failure.error !== "resource_not_found") throw new Error(erased.failure.reason);
      await forgetConversation(id);
    },
    sources: (owner) => memorySources(db, owner),
    forgetSource: (owner, source) => memory.forgetSource(owner, source),
    eraseFiles: (owner, heartbeat) => eraseObjectsOf(env.BUCKET, owner, heartbeat),
    eraseRows: (owner) => eraseOwnedRows(db, owner),
  };
}
