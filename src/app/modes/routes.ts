/** The modes, and what each lacks with a given agent and model. */
import { z } from "zod";
import { ModeShape } from "../../contract/modes.ts";
import { listOf } from "../../contract/schema.ts";
import { modelsFor } from "../../domain/agent.ts";
import { MODES, modeRecord } from "../../domain/fields/mode.ts";
import { whyNotMode } from "../../domain/fields/modes/why-not.ts";
import { ruleFor } from "../../tools/rules.ts";
import { isSearchSet } from "../../tools/web/search/is-set.ts";
import { type ApiContext, defineRoute, type Route } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { servicesOf } from "./services.ts";

const Query = () =>
  z.object({ agent: z.string().max(200).optional(), model: z.string().max(200).optional() });

export const modeRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/modes",
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "The modes an agent can work in, and what each lacks with this agent and model.",
    query: Query,
    answers: () => ({ 200: listOf(ModeShape()) }),
    handler: async (context, { query }) => {
      const there = await thereFor(context, query);
      const items = MODES.map((name) => {
        const { label, note, ...record } = modeRecord(name);
        const why_not = whyNotMode({ label, note, ...record }, there) ?? null;
        return { name, label, note, why_not };
      });
      return reply(200, { items, next_cursor: null });
    },
  }),
];

async function thereFor(context: ApiContext, { agent: slug, model }: z.output<ReturnType<typeof Query>>) {
  const { agentCache, models, preferenceCache, settings } = servicesOf(context);
  const [agent, own] = await Promise.all([
    agentCache.get(slug ?? null),
    preferenceCache.get(context.get("principal").owner),
  ]);
  const chain = [...(model ? [model] : []), ...modelsFor(agent, "web")];
  const answering = models.firstConnected(
    chain.length > 0 ? chain : [own.default_model ?? models.defaultModel()],
  );
  return {
    hasTools: models.info(answering).capabilities.tool,
    hasSearch: isSearchSet(settings) && ruleFor(agent.tools, "web_search") !== "deny",
  };
}
