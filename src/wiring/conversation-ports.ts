/** What a conversation's object uses of the house and its parts. */

import { type Casting, plainCasting } from "../../durable-objects/conversation/context/casting.ts";
import { PACES } from "../../durable-objects/conversation/paces.ts";
import type { ConversationPorts } from "../../durable-objects/conversation/ports.ts";
import type { MetaInit } from "../../durable-objects/conversation/rows/meta.ts";
import { changesText } from "../../durable-objects/monitor.ts";
import { conversationStub, monitorStub } from "../../durable-objects/stubs.ts";
import type { ChannelKind } from "../channels/kind.ts";
import type { Agent } from "../domain/agent.ts";
import { trustId } from "../domain/ids.ts";
import type { Channel } from "../domain/inbound.ts";
import type { House } from "../house.ts";
import { guardedToolbox } from "../observability/guarded-tools.ts";
import { MonitorFeed } from "../observability/monitor-feed.ts";
import type { OpenPart } from "../part.ts";
import type { Models } from "../providers/create-models.ts";
import type { ConversationRow } from "../storage/d1/index/conversations.ts";
import { createFlush } from "../storage/d1/index/flush.ts";
import { createTrailStore } from "../storage/r2/trail.ts";
import { loadMedia } from "../tools/files/load-media.ts";
import { createPolicy } from "../tools/policy.ts";
import { createRegistry } from "../tools/registry.ts";
import { strictestOf } from "../tools/rules.ts";
import { budgetPort } from "./budgets.ts";
import type { Household } from "./house.ts";
import { indexAndExtract } from "./jobs.ts";
import { wireBuiltinTools } from "./tools.ts";

/** Shared by all conversations of the isolate. */
export function conversationPorts({ house, parts }: Household): ConversationPorts {
  const { env, ids, now, models, memory, log, kinds, channels } = house;
  const feed = new MonitorFeed({
    send: (owner, changes) => monitorStub(env, owner).update(changesText(changes)),
    onFailure: (problem) => log.warn("monitor_not_told", { problem: String(problem) }),
    now,
    pause,
  });
  const builtin = wireBuiltinTools(house);
  const opened = parts.all();
  const tools = [...builtin, ...opened.flatMap((part) => part.tools ?? [])];
  const sources = opened.flatMap((part) => part.sources ?? []);
  return {
    now,
    ids,
    debounce: (channel) => kinds[channel].debounce_ms,
    paces: PACES,
    admissions: opened.flatMap((part) => part.admissions ?? []),
    ...house.lookups,
    model: {
      stream: (request, signal) => models.stream(request, signal),
      info: (model) => models.info(model),
      estimate: (model, prompt_tokens, output_tokens) => models.estimate(model, prompt_tokens, output_tokens),
      fastModel: () => models.fastModel(),
    },
    toolbox: guardedToolbox(createRegistry(tools, sources), house.redact),
    policy: createPolicy(),
    granted: async (owner, agent) => {
      try {
        return await house.grants.of(owner, agent);
      } catch {
        return [];
      }
    },
    recall: memory.recall,
    casting: castingOf(house, opened),
    contextFiles: house.contextFiles,
    flushMemory: memory.flush,
    cacheLifetime: house.settings.PROMPT_CACHE_LIFETIME === "1h" ? 3_600_000 : 300_000,
    fittingSkills: (agent, owner, words) => house.skills.fitting(agent, owner, words),
    media: (owner, parts) => loadMedia(house.files, owner, parts),
    flush: createFlush({
      binding: env.DB,
      memory: indexAndExtract(memory, house.jobs, now),
      grants: house.grants,
      now,
      pause,
      onRecorded: (ids) => house.budgetGuard.recorded(ids),
    }),
    budgets: budgetPort(house.budgetGuard, models),
    trail: createTrailStore(env.BUCKET),
    indexed: async (id) => initOf(await house.conversations.get(id)),
    branchSource: (id) => conversationStub(env, id),
    monitor: ({ owner, conversation_id }, turn) => feed.tell(owner, { conversation_id, turn }),
    channels,
    wakers: opened.flatMap((part) => part.wakers ?? []),
    log,
  };
}

function castingOf({ agentCache, models, kinds }: House, opened: readonly OpenPart[]): Casting {
  const plain = plainCasting({
    agent: (slug) => agentCache.get(slug),
    models: (agent, wish) => modelChain(models, agent, wish),
    sections: async (agent, owner, room) => {
      const sections = await Promise.all(opened.map((part) => part.sections?.(agent, owner, room) ?? []));
      return sections.flat();
    },
    rules: (agent, channel) => strictestOf(agent.tools, kinds[channel].rules ?? {}),
    framing: (channel) => kinds[channel].framing,
    // Who writes to a chat in the middle of an answer expects it to be heard; a program asks one thing after the other.
    steering: (channel) => (isChat(kinds[channel]) ? "next_step" : "next_turn"),
  });
  return opened.reduceRight((next, part) => part.casting?.(next) ?? next, plain);
}

function isChat({ carried, peers }: ChannelKind): boolean {
  return carried && peers === "people";
}

function initOf(row: ConversationRow | undefined): MetaInit | undefined {
  if (!row) return undefined;
  const { owner, agent, room, title, model, mode } = row;
  const conversation_id = trustId<"cnv">(row.id);
  const channel = row.channel as Channel;
  // Which call has set it going, the trail alone knows.
  return { conversation_id, owner, agent, room, title, model, mode, channel, parent: null };
}

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

/** The person's wish, then the agent's own models, then the instance's default. */
function modelChain(models: Models, agent: Agent, wish: string | null): string[] {
  const chain = [...(wish ? [wish] : []), ...agent.models];
  return chain.length > 0 ? chain : [models.defaultModel()];
}
