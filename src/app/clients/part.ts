/** Clients as a part of the Worker: people or organisations that somebody keeps, each apart from all others. */

import type { ClientDeps } from "../../clients/ports.ts";
import { override } from "../../domain/override.ts";
import { eraseJob } from "../../jobs/erase-person.ts";
import { D1ClientStore } from "../../storage/d1/clients/clients.ts";
import { openDatabase } from "../../storage/d1/database.ts";
import { clients } from "../../storage/d1/schema/clients.ts";
import { OPERATOR } from "../http/authentication/authenticate.ts";
import { definePart } from "../part.ts";
import { actingRoutes } from "./routes/acting.ts";
import { clientRoutes } from "./routes/clients.ts";
import { NEEDS, type Services } from "./services.ts";

/** A client has as much room here as a person. */
const USUAL_MOST = 20;

export const clientsPart = definePart<ClientDeps, typeof NEEDS>({
  name: "clients",
  routes: [...actingRoutes, ...clientRoutes],
  owned: [clients],
  needs: NEEDS,
  open: (services) => ({ verbs: depsOf(services) }),
});

function depsOf(services: Services): ClientDeps {
  const { env, settings, ids, now, people, budgets, budgetGuard, clientBots, threadCache } = services;
  const spentIn = (owner: string, period: "day" | "month") =>
    budgets.spent({ scope: "user", key: owner, period, limit_usd: 0 }, { owner, agent: "" }, now());
  const clients = new D1ClientStore(openDatabase(env.DB), now);
  return {
    clients: override(clients, {
      // Whatever acts for the client checks again whether it may.
      update: (of, fields) => services.presence.changing(of.id, () => clients.update(of, fields)),
    }),
    most: settings.QUOTA_CLIENTS ?? USUAL_MOST,
    newId: () => ids.create("clt"),
    agentsOf: async (owner) => (await agentsOf(services, owner)).map(({ slug }) => slug),
    removeAgents: (owner) => removeAgents(services, owner),
    conversationsOf: async (owner) => (await services.conversations.ids(owner)).length,
    async erase({ client, by }) {
      await people.persons.remove(client);
      return (await services.jobs.enqueue(eraseJob({ person: client, by }))).id;
    },
    changed() {
      budgetGuard.forget();
      clientBots.forget();
      threadCache.forgetAll();
    },
    async spent(owner) {
      const [day, month] = await Promise.all([spentIn(owner, "day"), spentIn(owner, "month")]);
      return { day, month };
    },
    personOf: (owner) => people.standing({ ...OPERATOR, owner }),
  };
}

async function agentsOf({ agents }: Services, owner: string) {
  return (await agents.list()).filter((agent) => agent.owner === owner);
}

async function removeAgents(services: Services, owner: string): Promise<void> {
  for (const agent of await agentsOf(services, owner)) {
    await services.agents.remove(agent);
    services.agentCache.forget(agent.slug);
  }
}
