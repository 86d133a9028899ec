/** The front door of this Worker: its lookups, its index, and the objects behind it. */
import { askConversation, conversationStub } from "../../durable-objects/stubs.ts";
import type { ConversationInit } from "../domain/conversation.ts";
import type { Ids } from "../domain/ids.ts";
import type { Env } from "../env.ts";
import type { House } from "../house.ts";
import type { Log } from "../observability/log-port.ts";
import { createFrontDoor } from "../routing/front-door.ts";
import type { AgentCache } from "../storage/d1/agents/agent-cache.ts";
import type { ConversationIndex } from "../storage/d1/index/conversations.ts";
import type { ThreadStore } from "../storage/d1/index/threads.ts";
import { type Files, mediaPart } from "../tools/files/port.ts";

export interface FrontDoorParts {
  env: Env;
  ids: Ids;
  log: Log;
  now(): number;
  agentCache: AgentCache;
  conversations: ConversationIndex;
  threads: ThreadStore;
  files: Files;
}

type Entrance = Pick<House, "frontDoor" | "lookups" | "indexNew" | "openNew">;

export function wireFrontDoor(parts: FrontDoorParts): Entrance {
  const { env, ids, log, conversations, threads } = parts;
  const lookups = lookupsOf(parts);
  const indexNew = (init: ConversationInit) => conversations.insert(rowOf(init, parts.now()));
  const frontDoor = createFrontDoor({
    ...lookups,
    ids,
    log,
    threads,
    // No table holds rooms yet.
    hasRoom: async () => false,
    ownerOf: async (id) => (await conversations.get(id))?.owner,
    index: indexNew,
    receive: ({ id, inbound, init }, principal) =>
      askConversation(env, id, async (stub) => stub.receive(principal, inbound, init)),
  });
  return { frontDoor, lookups, indexNew, openNew: (init) => open(env, init, indexNew) };
}

function lookupsOf({ agentCache, files }: Pick<FrontDoorParts, "agentCache" | "files">) {
  return {
    hasAgent: (slug: string) => agentCache.has(slug),
    describeFile: async (owner: string, id: string) => {
      const file = await files.describe(owner, id);
      return file && mediaPart(file);
    },
  };
}

function rowOf({ conversation_id: id, parent, ...init }: ConversationInit, now: number) {
  const parent_conversation_id = parent?.conversation_id ?? null;
  return { ...init, id, parent_conversation_id, created_at: now, updated_at: now };
}

async function open(
  env: Env,
  init: ConversationInit,
  indexNew: Entrance["indexNew"],
): ReturnType<Entrance["openNew"]> {
  const [row, opened] = await Promise.all([
    indexNew(init),
    conversationStub(env, init.conversation_id).open(init),
  ]);
  return { row, opened };
}
