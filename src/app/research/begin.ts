/** Begins a run: its model and limits, and its object. */
import type { Agent } from "../../domain/agent.ts";
import { modelsFor } from "../../domain/agent.ts";
import { definedOf } from "../../domain/defined.ts";
import type { ResearchOrder } from "../../research/run.ts";
import type { NewResearch } from "../../research/verbs.ts";
import { researchStub } from "../objects/stubs.ts";
import type { ServicesOf } from "../services/group.ts";
import type { NEEDS } from "./services.ts";

type Services = ServicesOf<typeof NEEDS>;

const DEPTHS = {
  quick: { breadth: 3, gap_rounds: 0, ceiling_usd: 0.5, most_calls: 40 },
  usual: { breadth: 6, gap_rounds: 1, ceiling_usd: 2, most_calls: 120 },
  deep: { breadth: 12, gap_rounds: 2, ceiling_usd: 6, most_calls: 300 },
} as const;
const ASK_ABOVE_USD = 1;
const GATHERS_MS = 30 * 60_000;

export async function beginResearch(services: Services, wish: NewResearch): Promise<void> {
  const { env, agentCache, now, accounts } = services;
  await accounts.ready();
  const agent = await agentCache.get(wish.agent);
  const model = await modelOf(services, wish, agent);
  await researchStub(env, wish.owner, wish.id).begin({
    id: wish.id,
    owner: wish.owner,
    conversation_id: wish.conversation_id,
    ...(wish.is_of_chat && { is_of_chat: true }),
    ...definedOf({ place: wish.place }),
    agent: agent.slug,
    model,
    fast_model: services.models.fastModel() ?? model,
    order: orderOf(wish, now()),
    created_at: now(),
  });
}

async function modelOf(
  { models, preferenceCache }: Services,
  { model, owner }: NewResearch,
  agent: Agent,
): Promise<string> {
  const own = await preferenceCache.get(owner);
  const chain = [...(model ? [model] : []), ...modelsFor(agent, "web")];
  return models.firstConnected(chain.length > 0 ? chain : [own.default_model ?? models.defaultModel()]);
}

function orderOf(wish: NewResearch, now: number): ResearchOrder {
  const { breadth, gap_rounds, ceiling_usd, most_calls } = DEPTHS[wish.depth];
  const { question, unsupported, own_sources, may_clarify, may_read_named } = wish;
  return {
    question,
    unsupported,
    own_sources,
    may_clarify,
    may_read_named,
    breadth,
    gap_rounds,
    ceiling_usd: wish.ceiling_usd ?? ceiling_usd,
    most_calls: wish.most_calls ?? most_calls,
    ask_above_usd: wish.ask_above_usd ?? ASK_ABOVE_USD,
    gather_until: now + GATHERS_MS,
  };
}
