import { type ChannelKinds, openChannels } from "../channels/kinds.ts";
import { parseConfig } from "../config.ts";
import { createIds } from "../domain/ids.ts";
import type { Env } from "../env.ts";
import type { House } from "../house.ts";
import type { LongTermMemory } from "../memory/create-memory.ts";
import { createLog } from "../observability/log.ts";
import { createRedact, secretsOf } from "../observability/redact.ts";
import type { Part } from "../part.ts";
import { AGENT_FILES } from "../storage/bundled.ts";
import { SKILL_FILES } from "../storage/bundled-skills.ts";
import { AgentCache } from "../storage/d1/agents/agent-cache.ts";
import { AgentStore } from "../storage/d1/agents/agents.ts";
import { ToolGrants } from "../storage/d1/agents/tool-grants.ts";
import { openDatabase } from "../storage/d1/database.ts";
import { ConversationIndex } from "../storage/d1/index/conversations.ts";
import { ThreadStore } from "../storage/d1/index/threads.ts";
import { CostLedger } from "../storage/d1/ledger/costs.ts";
import { Access } from "../storage/d1/people/access.ts";
import { parseFrontMatter } from "../storage/front-matter.ts";
import { watchContextFiles } from "../storage/r2/context-files.ts";
import { createFiles } from "../storage/r2/files.ts";
import { createWorkspace } from "../storage/r2/workspace.ts";
import { createSkills } from "../tools/skills/create-skills.ts";
import { wireBudgets } from "./budgets.ts";
import { wireFrontDoor } from "./front-door.ts";
import { buildGuard } from "./guard.ts";
import { wireInboxes } from "./inboxes.ts";
import { embedLater, wireJobs } from "./jobs.ts";
import { wireMcp } from "./mcp.ts";
import { wireMemory } from "./memory.ts";
import { wireModels } from "./models.ts";
import { type OpenParts, openParts } from "./open-parts.ts";

const random = (bytes: Uint8Array) => void crypto.getRandomValues(bytes);
const now = () => Date.now();
const ids = createIds(now, random);
const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
/** One house, and what its parts bring to its conversations. */
export interface Household {
  house: House;
  parts: OpenParts;
}

/** What the Worker is made of. */
export interface Plan {
  parts: readonly Part[];
  channels: ChannelKinds;
}

export function buildHouse(env: Env, { parts: list, channels: kinds }: Plan): Household {
  const settings = parseConfig(env);
  const db = openDatabase(env.DB);
  const secrets = secretsOf(env);
  const redact = createRedact(() => [...secrets, ...wired.accounts.knownKeys()]);
  const log = createLog({ redact, level: settings.LOG_LEVEL });
  const agents = new AgentStore(db, AGENT_FILES, now);
  const agentCache = new AgentCache(agents, now);
  const conversations = new ConversationIndex(db);
  const threads = new ThreadStore(db, now);
  const { workspace: stored, files: contextFiles } = watchContextFiles(
    createWorkspace({ bucket: env.BUCKET, now, pause }),
    now,
  );
  const guard = buildGuard(settings);
  const wired = wireModels({ env, settings, db, ids, log, random });
  const onGap = () => void embedLater({ memory, jobs: wiredJobs.jobs, now, log });
  const memory = wireMemory({ env, settings, ids, now, log, models: wired.models, onGap });
  const kept = { workspace: stored, files: createFiles({ bucket: env.BUCKET, ids }) };
  const parts = openParts(list, () => house);
  const wiredJobs = wireJobs({ env, ids, now, log, parts, ...kept });
  const { workspace, files } = wiredJobs;
  const house: House = {
    env,
    settings,
    now,
    ids,
    log,
    redact,
    agents,
    agentCache,
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
    kinds,
    channels: openChannels(kinds, settings, { conversations: wireInboxes(env) }),
    ...wireFrontDoor({ env, ids, log, now, agentCache, conversations, threads, files }),
    forgetConversation: (id) => forget({ conversations, threads, memory }, id),
    verbs: (part) => parts.verbs(part),
  };
  return { house, parts };
}

interface Forgetful {
  conversations: ConversationIndex;
  threads: ThreadStore;
  memory: LongTermMemory;
}

/** What was said in it is no longer found either. */
async function forget({ conversations, threads, memory }: Forgetful, id: string): Promise<void> {
  const row = await conversations.get(id);
  if (row !== undefined) await memory.forgetSource(row.owner, id);
  await threads.forget(id);
  await conversations.remove(id);
}
