/** The composition root: env -> adapters -> what the Worker and its objects use. Nothing else constructs adapters. */

import type { ConversationPorts } from "../durable-objects/conversation/ports.ts";
import type { MetaInit } from "../durable-objects/conversation/rows/meta.ts";
import { changesText } from "../durable-objects/monitor.ts";
import { conversationStub, monitorStub } from "../durable-objects/stubs.ts";
import type { ContextFiles } from "./agent/ports/context-files.ts";
import type { GuardedFetch } from "./agent/ports/fetch.ts";
import type { Channels } from "./channels/channel.ts";
import { parseConfig, type Settings } from "./config.ts";
import type { Agent } from "./domain/agent.ts";
import { createIds, type Ids, trustId } from "./domain/ids.ts";
import type { Channel } from "./domain/inbound.ts";
import type { Env } from "./env.ts";
import type { Clock } from "./jobs/clock.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { LongTermMemory } from "./memory/create-memory.ts";
import { guardedToolbox } from "./observability/guarded-tools.ts";
import { createLog } from "./observability/log.ts";
import type { Log } from "./observability/log-port.ts";
import { MonitorFeed } from "./observability/monitor-feed.ts";
import { createRedact, type Redact, secretsOf } from "./observability/redact.ts";
import type { Models } from "./providers/create-models.ts";
import { AGENT_FILES } from "./storage/bundled.ts";
import { SKILL_FILES } from "./storage/bundled-skills.ts";
import { AgentCache } from "./storage/d1/agents/agent-cache.ts";
import { AgentStore } from "./storage/d1/agents/agents.ts";
import { ToolGrants } from "./storage/d1/agents/tool-grants.ts";
import { openDatabase } from "./storage/d1/database.ts";
import { ConversationIndex, type ConversationRow } from "./storage/d1/index/conversations.ts";
import { createFlush } from "./storage/d1/index/flush.ts";
import type { BudgetGuard } from "./storage/d1/ledger/budget-guard.ts";
import type { BudgetStore } from "./storage/d1/ledger/budgets.ts";
import { CostLedger } from "./storage/d1/ledger/costs.ts";
import type { D1Accounts } from "./storage/d1/models/accounts.ts";
import { Access } from "./storage/d1/people/access.ts";
import { parseFrontMatter } from "./storage/front-matter.ts";
import { watchContextFiles } from "./storage/r2/context-files.ts";
import { createFiles } from "./storage/r2/files.ts";
import { createTrailStore } from "./storage/r2/trail.ts";
import { createWorkspace } from "./storage/r2/workspace.ts";
import { loadMedia } from "./tools/files/load-media.ts";
import { type Files, mediaPart } from "./tools/files/port.ts";
import { createMemoryTools } from "./tools/memory/memory-tools.ts";
import { createPolicy } from "./tools/policy.ts";
import { createRegistry } from "./tools/registry.ts";
import { createSkills, type Skills } from "./tools/skills/create-skills.ts";
import type { Workspace } from "./tools/workspace/port.ts";
import { budgetPort, wireBudgets } from "./wiring/budgets.ts";
import { buildGuard } from "./wiring/guard.ts";
import { embedLater, indexAndExtract, wireJobs } from "./wiring/jobs.ts";
import { type McpHouse, wireMcp } from "./wiring/mcp.ts";
import { wireMemory } from "./wiring/memory.ts";
import { wireModels } from "./wiring/models.ts";
import { wireBuiltinTools } from "./wiring/tools.ts";

/** What routes use. One for each isolate; secrets are read anew from `env` at each request. */
export interface House extends McpHouse {
  env: Env;
  settings: Settings;
  now(): number;
  ids: Ids;
  log: Log;
  /** Takes this instance's secrets out of a text. */
  redact: Redact;
  agents: AgentStore;
  agentCache: AgentCache;
  conversations: ConversationIndex;
  costs: CostLedger;
  access: Access;
  models: Models;
  /** Keys of providers beyond the settings, and the state of all. */
  accounts: D1Accounts;
  budgets: BudgetStore;
  budgetGuard: BudgetGuard;
  memory: LongTermMemory;
  jobs: Jobs;
  /** Lost doorbells and regular work. */
  clock: Clock;
  workspace: Workspace;
  contextFiles: ContextFiles;
  files: Files;
  grants: ToolGrants;
  skills: Skills;
  /** For every address that somebody else supplied. */
  guard: GuardedFetch;
  /** A new conversation appears in its owner's list at once. */
  indexNew(init: MetaInit): Promise<ConversationRow>;
  forgetConversation(id: string): Promise<void>;
}

const random = (bytes: Uint8Array) => void crypto.getRandomValues(bytes);
const now = () => Date.now();
const ids = createIds(now, random);
const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
const houses = new WeakMap<Env, House>();

/** The same env gives the same house; a changed secret comes with a new env. */
export function houseOf(env: Env): House {
  const known = houses.get(env);
  if (known) return known;
  const house = build(env);
  houses.set(env, house);
  return house;
}

function build(env: Env): House {
  const settings = parseConfig(env);
  const db = openDatabase(env.DB);
  const secrets = secretsOf(env);
  const redact = createRedact(() => [...secrets, ...wired.accounts.knownKeys()]);
  const log = createLog({ redact, level: settings.LOG_LEVEL });
  const agents = new AgentStore(db, AGENT_FILES, now);
  const conversations = new ConversationIndex(db);
  const { workspace: stored, files: contextFiles } = watchContextFiles(
    createWorkspace({ bucket: env.BUCKET, now, pause }),
    now,
  );
  const guard = buildGuard(settings);
  const wired = wireModels({ env, settings, db, ids, log, random });
  const onGap = () => void embedLater(memory, wiredJobs, log);
  const memory = wireMemory({ env, settings, ids, now, log, models: wired.models, onGap });
  const kept = { workspace: stored, files: createFiles({ bucket: env.BUCKET, ids }) };
  const wiredJobs = wireJobs({ env, ids, now, log, memory, ...kept });
  const { workspace, files } = wiredJobs;
  return {
    env,
    settings,
    now,
    ids,
    log,
    redact,
    agents,
    agentCache: new AgentCache(agents, now),
    conversations,
    costs: new CostLedger(db),
    access: new Access({ db, now, random }),
    ...wired,
    ...wireBudgets(db, now, log),
    memory,
    ...wiredJobs,
    contextFiles,
    skills: createSkills({ shipped: SKILL_FILES, workspace, parse: parseFrontMatter, now }),
    ...wireMcp({ env, db, guard, files, now, pause }),
    grants: new ToolGrants(db, now),
    guard,
    indexNew: (init) => conversations.insert(indexRow(init)),
    forgetConversation: (id) => forget(conversations, memory, id),
  };
}

function indexRow({ conversation_id, ...init }: MetaInit) {
  return { ...init, id: conversation_id, created_at: now(), updated_at: now() };
}

function initOf(row: ConversationRow | undefined): MetaInit | undefined {
  if (!row) return undefined;
  const { owner, agent, room, title, model, mode } = row;
  const conversation_id = trustId<"cnv">(row.id);
  return { conversation_id, owner, agent, room, title, model, mode, channel: row.channel as Channel };
}

/** What was said in it is no longer found either. */
async function forget(conversations: ConversationIndex, memory: LongTermMemory, id: string): Promise<void> {
  const row = await conversations.get(id);
  if (row !== undefined) await memory.forgetSource(row.owner, id);
  await conversations.remove(id);
}

const ports = new WeakMap<House, ConversationPorts>();

/** What a conversation's object uses: shared by all conversations of the isolate. */
export function conversationPorts(env: Env): ConversationPorts {
  const house = houseOf(env);
  const known = ports.get(house);
  if (known) return known;
  const built = buildPorts(env, house);
  ports.set(house, built);
  return built;
}

function buildPorts(env: Env, house: House): ConversationPorts {
  const { models, memory, agentCache, log } = house;
  const feed = new MonitorFeed({
    send: (owner, changes) => monitorStub(env, owner).update(changesText(changes)),
    onFailure: (problem) => log.warn("monitor_not_told", { problem: String(problem) }),
    pause,
  });
  const builtin = wireBuiltinTools({ ...house, channels: CHANNELS });
  const tools = [...builtin, house.skills.tool, ...createMemoryTools({ memory })];
  return {
    now,
    ids,
    debounce: (channel) => (CHAT_CHANNELS.has(channel) ? 600 : 0),
    agent: (slug) => agentCache.get(slug),
    hasAgent: (slug) => agentCache.has(slug),
    model: {
      stream: (request, signal) => models.stream(request, signal),
      info: (model) => models.info(model),
      chain: (agent, wish) => modelChain(models, agent, wish),
      estimate: (model, prompt_tokens, output_tokens) => models.estimate(model, prompt_tokens, output_tokens),
      fastModel: () => models.fastModel(),
    },
    toolbox: guardedToolbox(createRegistry(tools, [house.mcp]), house.redact),
    policy: createPolicy(),
    granted: async (owner, agent) => {
      try {
        return await house.grants.of(owner, agent);
      } catch {
        return [];
      }
    },
    recall: memory.recall,
    sections: async (agent, owner, room) => {
      const [skills, standing] = await Promise.all([
        house.skills.sections(agent, owner),
        memory.recall.standing({ owner, agent: agent.slug, ...(room !== null && { room }) }),
      ]);
      const lines = standing.lines.map((line) => `- ${line}`);
      return [...skills, ...(lines.length > 0 ? [`What you always know:\n${lines.join("\n")}`] : [])];
    },
    contextFiles: house.contextFiles,
    flushMemory: memory.flush,
    cacheLifetime: house.settings.PROMPT_CACHE_LIFETIME === "1h" ? 3_600_000 : 300_000,
    fittingSkills: (agent, owner, words) => house.skills.fitting(agent, owner, words),
    describeFile: async (owner, id) => {
      const file = await house.files.describe(owner, id);
      return file && mediaPart(file);
    },
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
    channels: CHANNELS,
    log,
  };
}

/** Chat platforms that replies are carried to. */
const CHANNELS: Channels = { get: () => undefined };

const CHAT_CHANNELS: ReadonlySet<string> = new Set(["telegram", "discord", "slack", "whatsapp"]);

/** The person's wish, then the agent's own models, then the instance's default. */
function modelChain(models: Models, agent: Agent, wish: string | null): string[] {
  const chain = [...(wish ? [wish] : []), ...agent.models];
  return chain.length > 0 ? chain : [models.defaultModel()];
}
