/** Casting of this house, to which parts add theirs: the named agent, with models that can be called here. */
import {
  type AllowedDeps,
  allowedCasting,
} from "../../../durable-objects/conversation/context/allowed-casting.ts";
import {
  type Casting,
  plainCasting,
  type TurnCasting,
} from "../../../durable-objects/conversation/context/casting.ts";
import type { ChannelKind } from "../../channels/kind.ts";
import { type Agent, modelsFor } from "../../domain/agent.ts";
import { strictestOf } from "../../tools/rules.ts";
import type { House } from "../house.ts";
import type { OpenPart } from "../part.ts";

interface CastingHouse {
  agentCache: Pick<House["agentCache"], "get" | "anew" | "known" | "trusted">;
  standings: AllowedDeps["people"];
  roomCache: AllowedDeps["rooms"];
  preferenceCache: Pick<House["preferenceCache"], "get">;
  housePrompts: Pick<House["housePrompts"], "ready">;
  models: Pick<House["models"], "defaultModel">;
  accounts: Pick<House["accounts"], "ready" | "isRead">;
  connections: Pick<House["connections"], "ready">;
  kinds: House["kinds"];
}

/** Whatever agent a part casts, it must be open to the person who caused the turn. */
export function castingOf(house: CastingHouse, opened: readonly OpenPart[]): TurnCasting {
  const { agentCache, standings: people, roomCache: rooms } = house;
  const agents: AllowedDeps["agents"] = {
    anew: (slug) => agentCache.anew(slug),
    known: (slug) => agentCache.known(slug),
    sure: (slug) => agentCache.trusted(slug, { isSure: true }),
  };
  const cast = opened.reduceRight((next, part) => part.casting?.(next) ?? next, plainOf(house, opened));
  return allowedCasting({ people, agents, rooms }, cast);
}

function plainOf(house: CastingHouse, opened: readonly OpenPart[]): Casting {
  const { preferenceCache, models, kinds } = house;
  return plainCasting({
    agent: (slug) => knowingModels(house, slug),
    preferences: (owner) => preferenceCache.get(owner),
    models: (agent, { requested: wish, preferred, channel }) => {
      const named = [...(wish ? [wish] : []), ...modelsFor(agent, channel)];
      // An agent's own models go before its person's general preference: they are part of what it is.
      return named.length > 0 ? named : [preferred ?? models.defaultModel()];
    },
    sections: async (agent, scope) => {
      const sections = await Promise.all(opened.map((part) => part.sections?.(agent, scope) ?? []));
      return sections.flat();
    },
    rules: (agent, channel) => strictestOf(agent.tools, kinds[channel].rules ?? {}),
    framing: (channel) => kinds[channel].framing,
    // In a chat, a message during an answer is meant to be heard; a program sends one request after the other.
    steering: (channel) => (isChat(kinds[channel]) ? "next_step" : "next_turn"),
  });
}

/**
 * Waits for accounts, connections and edited prompts in an isolate's first turn, which would otherwise miss keys, models, tools
 * and texts that were set in the app. They are read beside the agent, which is not cached then either. Later turns wait for nothing.
 */
function knowingModels(
  { agentCache, accounts, connections, housePrompts }: CastingHouse,
  slug: string | null,
): Agent | Promise<Agent> {
  const agent = agentCache.get(slug);
  const reading = connections.ready();
  const edits = housePrompts.ready();
  if (accounts.isRead && !reading && !edits) return agent;
  // Edits that can't be read leave the prompts as they ship.
  const known = edits?.catch(() => undefined);
  return Promise.all([agent, accounts.ready(), reading, known]).then(([known]) => known);
}

function isChat({ carried, peers }: ChannelKind): boolean {
  return carried && peers === "people";
}
