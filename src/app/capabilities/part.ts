/** Capabilities as a part of the Worker: tools that were built for agents. */
import type { ToolContext } from "../../agent/ports/tool.ts";
import { REQUEST_CAPABILITY } from "../../capabilities/builds/request-tool.ts";
import { BUILDS } from "../../capabilities/builds/verbs.ts";
import { Calls } from "../../capabilities/use/calls.ts";
import { CapabilityCache } from "../../capabilities/use/capability-cache.ts";
import { type CapabilityToolDeps, capabilityTool } from "../../capabilities/use/capability-tool.ts";
import { listTool, lookupTool, promptSection } from "../../capabilities/use/catalog-tools.ts";
import { offerCapabilities } from "../../capabilities/use/offer.ts";
import { createRepair, type RepairRequest } from "../../capabilities/use/repair.ts";
import type { CapabilityVerbs } from "../../capabilities/use/verbs.ts";
import { D1CallStore } from "../../storage/d1/capabilities/calls.ts";
import { D1SecretStore } from "../../storage/d1/capabilities/secrets.ts";
import { openDatabase } from "../../storage/d1/database.ts";
import * as tables from "../../storage/d1/schema/capabilities.ts";
import { ruleFor } from "../../tools/rules.ts";
import { definePart } from "../part.ts";
import { archiveCapabilities } from "./archive.ts";
import { sharedInRooms } from "./in-rooms.ts";
import { capabilityRoutes } from "./routes/capabilities.ts";
import { secretRoutes } from "./routes/secrets.ts";
import { sharingRoutes } from "./routes/sharing.ts";
import { versionRoutes } from "./routes/versions.ts";
import { NEEDS, type Services } from "./services.ts";

export const capabilitiesPart = definePart<CapabilityVerbs, typeof NEEDS>({
  name: "capabilities",
  routes: [...capabilityRoutes, ...sharingRoutes, ...versionRoutes, ...secretRoutes],
  owned: Object.values(tables),
  needs: NEEDS,
  open(services) {
    const { verbs, cache } = openCapabilities(services);
    const repair = createRepair({ store: verbs.store, build: (...wished) => mend(services, ...wished) });
    const called = { calls: verbs.calls, repair };
    const now: CapabilityToolDeps["now"] = (capability, { owner, agent }) =>
      cache.now(capability, { owner, agent });
    return {
      verbs,
      tools: [listTool(cache), lookupTool(cache, verbs.catalog)],
      sources: [
        {
          async list(agent, owner, wish) {
            const chosen = await offerCapabilities({ cache, catalog: verbs.catalog }, { agent, owner }, wish);
            return chosen.map((capability) => capabilityTool(capability, { ...called, now }));
          },
        },
      ],
      sections: async (agent, { owner }) => promptSection(await cache.usable({ agent, owner })),
      archive: ({ owner }) => archiveCapabilities(verbs, owner),
      casting: (next) => sharedInRooms({ ...called, cache, kinds: services.kinds }, next),
    };
  },
});

/** A person who may not have a tool built may not have one repaired either. */
async function mend(
  services: Services,
  wish: RepairRequest,
  context: ToolContext,
): Promise<string | undefined> {
  if (ruleFor(context.rules, REQUEST_CAPABILITY) !== "allow") return "this agent may not ask for it.";
  const requested = await services.verbs(BUILDS).request(wish, context);
  return requested.ok ? undefined : requested.reason;
}

function openCapabilities({ env, sealer, ids, now, guard, sandbox, capabilities: catalog }: Services) {
  const db = openDatabase(env.DB);
  const store = new D1CallStore(db);
  const secrets = new D1SecretStore(db, sealer, now);
  const ofOwner = (owner: string, names: readonly string[]) => secrets.open(owner, names);
  const calls = new Calls({ store, ids, now, sandbox, fetch: guard, catalog, secrets: ofOwner });
  return { verbs: { catalog, calls, store, secrets }, cache: new CapabilityCache({ catalog, now }) };
}
