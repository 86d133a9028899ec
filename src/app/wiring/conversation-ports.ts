/** Ports through which a conversation's object uses the house and its parts. */
import type { ForgottenConversation } from "../../../durable-objects/conversation/deletion/ports.ts";
import type { Admission } from "../../../durable-objects/conversation/inbox/acceptance/ports.ts";
import { PACES } from "../../../durable-objects/conversation/paces.ts";
import type { ConversationPorts } from "../../../durable-objects/conversation/ports.ts";
import type { MetaInit } from "../../../durable-objects/conversation/rows/meta.ts";
import { changesText } from "../../../durable-objects/monitor.ts";
import type { FlushMemory } from "../../agent/ports/flush-memory.ts";
import { turnMemory } from "../../domain/agent.ts";
import { trustId } from "../../domain/ids.ts";
import type { Channel } from "../../domain/inbound.ts";
import type { MediaPart } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { MonitorFeed } from "../../observability/monitor-feed.ts";
import type { ReportedTurn } from "../../observability/reported-turn.ts";
import { pause } from "../../platform/pause.ts";
import { overloadRefusal } from "../../routing/refusal.ts";
import { threadPlaceOf } from "../../routing/threads.ts";
import type { ConversationRow } from "../../storage/d1/index/conversation-summary.ts";
import { createFlush } from "../../storage/d1/index/flush.ts";
import { R2SourceTexts } from "../../storage/r2/source-texts.ts";
import { R2TrailStore } from "../../storage/r2/trail.ts";
import { readFile } from "../../tools/files/file-text.ts";
import { keepFile } from "../../tools/files/keep-file.ts";
import { loadMedia } from "../../tools/files/load-media.ts";
import { createOutputLimit } from "../../tools/output-limit.ts";
import { createPolicy } from "../../tools/policy.ts";
import type { House } from "../house.ts";
import { conversationStub, monitorStub } from "../objects/stubs.ts";
import { budgetPort } from "./budgets.ts";
import { castingOf } from "./casting.ts";
import type { Household } from "./house.ts";
import { indexAndExtract } from "./jobs.ts";
import { wireSentFiles } from "./messages/sent-files.ts";
import { wireVoice } from "./outside/voice.ts";
import { presencePort } from "./people/presence.ts";
import { beforeFirstTurn } from "./warm-up.ts";

/** Shared by all conversations of the isolate. */
export function conversationPorts({ house, parts }: Household): ConversationPorts {
  const { env, ids, now, models, memory, log, kinds } = house;
  const feed = new MonitorFeed({
    send: (owner, changes) => monitorStub(env, owner).update(changesText(changes)),
    onFailure: (problem) => log.warn("monitor_not_told", { problem: String(problem) }),
    now,
    pause,
  });
  const opened = parts.all();
  return {
    now,
    ids,
    kinds,
    debounce: (channel) => kinds[channel].debounce_ms,
    paces: PACES,
    noteStanding: ({ owner, role, name }) => house.standings.put(owner, { owner, role, name }),
    admissions: [roomInQueue(house), ...opened.flatMap((part) => part.admissions ?? [])],
    ...house.lookups,
    model: modelPort(models),
    turnAdmission: house.starts,
    backgroundThrottle: house.backgroundThrottle,
    toolbox: house.toolbox,
    cutOutput: createOutputLimit(house.workspace),
    cutUnstored: createOutputLimit(null),
    sources: new R2SourceTexts(env.BUCKET),
    fileText: (owner, file) => attachedText(house, owner, file),
    policy: createPolicy(),
    grants: house.grants,
    recall: memory.recall,
    preferences: (person) => house.preferenceCache.get(person),
    casting: castingOf(house, opened),
    contextFiles: house.contextFiles,
    flushMemory: flushFor(house),
    prompts: house.prompts,
    compactionPrompt: house.settings.COMPACTION_PROMPT ?? "",
    cacheLifetime: house.settings.PROMPT_CACHE_LIFETIME === "1h" ? 3_600_000 : 300_000,
    fittingSkills: (agent, owner, words) => house.skills.fitting(agent, owner, words),
    keepFile: (owner, file) => keepFile(house.files, owner, file),
    media: (owner, parts) => loadMedia(house.files, owner, parts),
    flush: flushOf(house),
    budgets: budgetPort(house.budgetGuard, models),
    trail: new R2TrailStore(env.BUCKET),
    forgetMessage: async ({ owner, conversation_id }, message_id) => {
      await memory.forgetMessage(owner, { conversation_id, message_id });
    },
    forgetConversation: (meta) => forgetWithAllBelow(house, meta),
    removeFile: (owner, id) => house.files.remove(owner, id),
    removeRecording: async ({ owner, id }) => (await house.recordings()).remove(owner, id),
    indexed: async (id) => initOf(await house.conversations.get(id)),
    branchSource: (id) => conversationStub(env, id),
    opened: beforeFirstTurn(house),
    monitor: ({ owner, conversation_id }, turn) => feed.tell(owner, { conversation_id, turn }),
    presence: presencePort(env),
    standing: (principal) => house.people.standing(principal),
    memberRights: (id, person) => conversationStub(env, id).memberRights(person),
    ...outwardPorts(house),
    fetchFiles: wireSentFiles(house),
    wakers: opened.flatMap((part) => part.wakers ?? []),
    log,
  };
}

/** The text is read when an answer has cited the file; a scan's, as it was recognized earlier. */
async function attachedText(
  { files, readPdf, readScan }: House,
  owner: string,
  { file_id }: MediaPart,
): Promise<string | undefined> {
  const file = await files.get(owner, file_id);
  if (!file) return undefined;
  const read = await readFile(file, readPdf);
  const text = typeof read !== "string" && read.scan === "pdf" ? await readScan(file, false) : read;
  return typeof text === "string" ? text : undefined;
}

/** Follow-up data of conversations, on its way to the index, the ledger, memory and webhooks. */
function flushOf(house: House): ConversationPorts["flush"] {
  const { env, now, memory } = house;
  return createFlush({
    binding: env.DB,
    agentOf: (slug) => house.agentCache.lately(slug),
    memory: indexAndExtract(memory, house.jobs, now),
    grants: house.grants,
    now,
    pause,
    onIndexed: (readers) => house.news.tellLater(readers),
    onHappened: async (batches) => (await import("./webhook-queue.ts")).tellWebhooks(house, batches),
    ...(house.settings.METRICS === "true" && { measured: measuredIn(env.DB) }),
    onEnded: (turns, messages) => house.telemetry.turnsEnded(turns, messages),
    onRecorded: (ids) => house.budgetGuard.recorded(ids),
  });
}

/** Loaded when a turn first ends. */
function measuredIn(db: D1Database) {
  return async (turns: readonly ReportedTurn[]) => {
    const { sampleStatements } = await import("../../storage/d1/instance/metrics.ts");
    return sampleStatements(db, turns);
  };
}

/** Messages over a socket have not passed the front door. */
function roomInQueue({ starts }: House): Admission {
  return ({ meta, turns }, inbound, now) => {
    const isOwnQueue = turns.openCount > 0;
    if (inbound.type !== "user_message" || inbound.source.channel !== "web") return undefined;
    if (isOwnQueue || meta.room !== null) return undefined;
    const client = inbound.actor?.owner ?? meta.owner;
    const room = starts.roomFor({ client, isProgram: false }, now);
    return room.status === "full" ? overloadRefusal(room.retry_after_s) : undefined;
  };
}

async function forgetWithAllBelow(
  { env, conversations, forgetConversation }: House,
  of: ForgottenConversation,
) {
  const owner: Principal = { owner: of.owner, role: "member", name: "" };
  for (const id of await conversations.below(of.conversation_id)) {
    const erased = await conversationStub(env, trustId<"cnv">(id)).erase(owner);
    if (!erased.ok && erased.failure.error !== "resource_not_found") throw new Error(erased.failure.reason);
    await forgetConversation(id);
  }
  await forgetConversation(of.conversation_id);
}

function modelPort(models: House["models"]): ConversationPorts["model"] {
  return {
    stream: (request, signal) => models.stream(request, signal),
    info: (model) => models.info(model),
    estimate: (model, prompt_tokens, output_tokens) => models.estimate(model, prompt_tokens, output_tokens),
    fastModel: () => models.fastModel(),
    firstConnected: (chain) => models.firstConnected(chain),
  };
}

/** Ports by which answers leave. */
function outwardPorts(house: House): Pick<ConversationPorts, "channels" | "voice" | "leadsHere"> {
  return {
    channels: house.channels,
    voice: wireVoice(house),
    leadsHere: async (id, place) => {
      try {
        const there = await house.threads.at(threadPlaceOf(place));
        return there?.conversation_id === id && there.mirror;
      } catch {
        // If D1 does not answer, the last known state holds.
        return true;
      }
    },
  };
}

function initOf(row: ConversationRow | undefined): MetaInit | undefined {
  if (!row) return undefined;
  const { owner, agent, room, title, model, mode } = row;
  const conversation_id = trustId<"cnv">(row.id);
  const channel = row.channel as Channel;
  // Only the trail knows the call that started it.
  return { conversation_id, owner, agent, room, title, model, mode, channel, parent: null };
}

/** Before a summary, an agent stores the same memories as after its turns, in the same scope. */
function flushFor({ agentCache, memory }: House): FlushMemory {
  return {
    async flush(scope, messages, signal) {
      const agent = await agentCache.get(scope.agent === "" ? null : scope.agent);
      const kept = turnMemory(agent.memory, scope.apart === true);
      if (kept === "nothing") return;
      const place = {
        ...(kept === "place" && { apart: true as const }),
        ...(kept === "agent" && { alone: true as const }),
      };
      await memory.flush.flush({ ...scope, agent: agent.slug, ...place }, messages, signal);
    },
  };
}
