/** The front door of this Worker: its lookups, its index, and the objects behind it. */

import { isDraft, mayTalkTo } from "../../domain/agent.ts";
import type { ConversationInit } from "../../domain/conversation/conversation.ts";
import type { Ids } from "../../domain/ids.ts";
import type { Principal } from "../../domain/principal.ts";
import type { Log } from "../../observability/log-port.ts";
import type { PreferenceCache } from "../../people/preference-cache.ts";
import type { TurnAdmission } from "../../platform/turn-admission.ts";
import { createFrontDoor } from "../../routing/front-door.ts";
import type { AgentCache } from "../../storage/d1/agents/agent-cache.ts";
import type { AgentStore } from "../../storage/d1/agents/agents.ts";
import { KeywordCache } from "../../storage/d1/agents/keyword-cache.ts";
import type { Database } from "../../storage/d1/database.ts";
import type { ConversationIndex } from "../../storage/d1/index/conversations.ts";
import { ThreadCache } from "../../storage/d1/index/thread-cache.ts";
import { ThreadStore } from "../../storage/d1/index/threads.ts";
import { type Files, mediaPart } from "../../tools/files/port.ts";
import type { Settings } from "../config.ts";
import type { Env } from "../env.ts";
import type { House } from "../house.ts";
import { askConversation, conversationStub } from "../objects/stubs.ts";
import { wireRooms } from "./rooms.ts";

interface FrontDoorParts {
  env: Env;
  settings: Pick<Settings, "WEATHER_BASE_URL">;
  ids: Ids;
  log: Log;
  now(): number;
  agentCache: AgentCache;
  preferenceCache: PreferenceCache;
  conversations: ConversationIndex;
  db: Database;
  agents: AgentStore;
  files: Files;
  starts: TurnAdmission;
}

type Entrance = Pick<
  House,
  | "frontDoor"
  | "lookups"
  | "indexNew"
  | "openNew"
  | "threads"
  | "threadCache"
  | "keywords"
  | "rooms"
  | "roomCache"
  | "roomVersions"
  | "visits"
>;

export function wireFrontDoor(parts: FrontDoorParts): Entrance {
  const { env, ids, log, now, db, conversations } = parts;
  const threads = new ThreadStore(db, now);
  const threadCache = new ThreadCache(threads, now);
  const cache = new KeywordCache({ store: parts.agents, now, edits: () => parts.agentCache.edits });
  const keywords = () => cache.get();
  const lookups = lookupsOf(parts);
  const { door, ...known } = wireRooms(parts);
  const indexNew: Entrance["indexNew"] = (init, times) =>
    conversations.insert({ ...rowOf(init, now()), ...times });
  const frontDoor = createFrontDoor({
    ...lookups,
    ids,
    log,
    threads: threadCache,
    keywords,
    visits: door,
    defaultAgent: (owner) => defaultAgent(parts, owner),
    ownerOf: async (id) => (await conversations.get(id))?.owner,
    isInRoom: async (id) => (await conversations.get(id))?.room != null,
    index: (init, own_chat) => conversations.note({ ...rowOf(init, now()), own_chat }),
    acceptedKeys: (id) => conversationStub(env, id).heard(),
    roomFor: (request) => parts.starts.roomFor(request, now()),
    receive: ({ id, inbound, init }, principal) =>
      askConversation(env, id, async (stub) => stub.receive(principal, inbound, init)),
  });
  const openNew: Entrance["openNew"] = (init) => open(env, init, indexNew);
  return { frontDoor, lookups, indexNew, openNew, threads, threadCache, keywords, ...known };
}

/** A preferred agent that no longer exists is ignored: nobody is refused for it. */
async function defaultAgent({ preferenceCache, agentCache }: FrontDoorParts, owner: string) {
  const { default_agent } = await preferenceCache.get(owner);
  return default_agent !== null && (await agentCache.has(default_agent)) ? default_agent : null;
}

function lookupsOf({ agentCache, files }: Pick<FrontDoorParts, "agentCache" | "files">) {
  return {
    hasAgent: (slug: string) => agentCache.has(slug),
    // Admins may talk to every agent, so nothing has to be looked up for them.
    mayTalk: async (slug: string | null, who: Principal) =>
      who.role === "admin" ||
      mayTalkTo(await agentCache.trusted(slug, { isSure: who.role === "guest" }), who),
    describeFile: async (owner: string, id: string) => {
      const file = await files.describe(owner, id);
      return file && mediaPart(file);
    },
  };
}

function rowOf(
  { conversation_id: id, parent, visit: _visit, accepted_keys: _heard, ...init }: ConversationInit,
  now: number,
) {
  // Conversations that belong to something else appear in no list: children of others, and drafts that are tried out.
  const parent_conversation_id = parent?.conversation_id ?? (isDraft(init.agent) ? init.agent : null);
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
