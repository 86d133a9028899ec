/** Conductors as a part of the Worker: agents that create and change agents and clients with their person's approval. */

import { CLIENTS } from "../../clients/verbs.ts";
import { clientTools } from "../../conductor/client-tools.ts";
import type { ConductorDeps } from "../../conductor/ports.ts";
import { conductorTools } from "../../conductor/tools.ts";
import { trustId } from "../../domain/ids.ts";
import { SCHEDULES } from "../../schedules/verbs.ts";
import { D1ConductedStore } from "../../storage/d1/agents/conductor-actions.ts";
import { openDatabase } from "../../storage/d1/database.ts";
import { conductorActions } from "../../storage/d1/schema/agents.ts";
import { OPERATOR } from "../http/authentication/authenticate.ts";
import { conversationStub } from "../objects/stubs.ts";
import { definePart } from "../part.ts";
import { conductorRoutes } from "./routes.ts";
import { NEEDS, type Services } from "./services.ts";

export const conductorPart = definePart<ConductorDeps, typeof NEEDS>({
  name: "conductor",
  routes: conductorRoutes,
  owned: [conductorActions],
  needs: NEEDS,
  open(services) {
    const deps = depsOf(services);
    const tools = [...conductorTools(deps), ...clientTools(deps)];
    return { verbs: deps, sources: [{ list: async ({ conductor }) => (conductor ? tools : []) }] };
  },
});

function depsOf(services: Services): ConductorDeps {
  const { env, agents, agentCache, agentVersions, people, ids, now } = services;
  return {
    clients: () => services.verbs(CLIENTS),
    schedules: (owner) => services.verbs(SCHEDULES).of(owner),
    async scheduleAgain({ conversation_id, owner }, message) {
      const stub = conversationStub(env, trustId(conversation_id));
      return stub.scheduleAgain({ ...OPERATOR, role: "member", owner }, message);
    },
    agents: {
      get: (slug) => agents.get(slug),
      create: async (slug, fields, by) => known(agentCache, await agents.create(slug, fields, by)),
      async update(of, fields, revision) {
        const change = revision.restored_from === undefined ? "edited" : "restored";
        const agent = await agents.update(of, fields, { change, ...revision });
        return agent && known(agentCache, agent);
      },
      async remove(of) {
        const isGone = await agents.remove(of);
        agentCache.forget(of.slug);
        return isGone;
      },
      fieldsAt: async (slug, version) => (await agentVersions.get(slug, version))?.fields,
    },
    actions: new D1ConductedStore(openDatabase(env.DB)),
    personOf: (owner) => people.standing({ ...OPERATOR, owner }),
    newId: () => ids.create("cda"),
    now,
  };
}

/** Caches the agent, so that the change holds from the next answer on. */
function known<T extends { slug: string }>(cache: Services["agentCache"], agent: T): T {
  cache.forget(agent.slug);
  return agent;
}
