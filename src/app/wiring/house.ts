import type { ChannelKinds } from "../../channels/kinds.ts";
import { createIds, inStock } from "../../domain/ids.ts";
import { RateLimiter } from "../../domain/time/rate-limiter.ts";
import type { LongTermMemory } from "../../memory/create-memory.ts";
import { createLog } from "../../observability/log.ts";
import { createRedact, secretsOf } from "../../observability/redact.ts";
import { createPasswords } from "../../people/passwords/hash.ts";
import { PreferenceCache } from "../../people/preference-cache.ts";
import { parseFrontMatter } from "../../platform/front-matter.ts";
import { pause } from "../../platform/pause.ts";
import { SharedLinks } from "../../shared-links/shared-links.ts";
import { AGENT_FILES } from "../../storage/bundled.ts";
import { SKILL_FILES } from "../../storage/bundled-skills.ts";
import { TEMPLATE_FILES } from "../../storage/bundled-templates.ts";
import { AgentCache } from "../../storage/d1/agents/agent-cache.ts";
import { AgentStore, AgentVersions } from "../../storage/d1/agents/agents.ts";
import { AgentDrafts } from "../../storage/d1/agents/drafts.ts";
import { type Database, openDatabase } from "../../storage/d1/database.ts";
import { D1GrantStore } from "../../storage/d1/grants/grant-store.ts";
import type { ConversationIndex } from "../../storage/d1/index/conversations.ts";
import type { ThreadCache } from "../../storage/d1/index/thread-cache.ts";
import type { ThreadStore } from "../../storage/d1/index/threads.ts";
import { BrandingStore } from "../../storage/d1/instance/branding.ts";
import { InstanceChoices } from "../../storage/d1/instance/choices.ts";
import { AesSealer, type Sealer } from "../../storage/d1/models/seal.ts";
import { Access } from "../../storage/d1/people/access.ts";
import type { D1VisitStore } from "../../storage/d1/rooms/visits.ts";
import { D1LinkRows } from "../../storage/d1/shared-links/link-rows.ts";
import { watchContextFiles } from "../../storage/r2/context-files.ts";
import { R2Files } from "../../storage/r2/files.ts";
import { R2Workspace } from "../../storage/r2/workspace.ts";
import type { Files } from "../../tools/files/port.ts";
import { createSkills } from "../../tools/skills/create-skills.ts";
import { liveSettings, parseConfig, type Settings } from "../config.ts";
import type { Env } from "../env.ts";
import type { House } from "../house.ts";
import type { Part } from "../part.ts";
import { wireBudgets } from "./budgets.ts";
import { wireCapabilities } from "./capabilities.ts";
import { wireConnections, wireServiceFetch } from "./connections.ts";
import { wireFrontDoor } from "./front-door.ts";
import { embedLater, wireJobs } from "./jobs.ts";
import { wireMemory } from "./memory.ts";
import { wireChannels } from "./messages/channels.ts";
import { wireChildJobs } from "./messages/child-jobs.ts";
import { wireSpeech } from "./messages/speech.ts";
import { wireWaysIn } from "./messages/take-in.ts";
import { wireModels } from "./models.ts";
import { type OpenParts, openParts } from "./open-parts.ts";
import { buildGuard } from "./outside/guard.ts";
import { wireMcp } from "./outside/mcp.ts";
import { wireOcr } from "./outside/ocr.ts";
import { wirePdf } from "./outside/pdf.ts";
import { wireTelemetry } from "./outside/telemetry.ts";
import { wireConversationIndex } from "./people/conversation-index.ts";
import { wirePeople } from "./people/people-stores.ts";
import { wirePersonalData } from "./people/personal-data.ts";
import { wirePush } from "./people/push.ts";
import { wirePrompts } from "./prompts.ts";
import { wireQuotas, withinQuotas } from "./quotas.ts";
import { wireToolbox } from "./tools.ts";

const random = (bytes: Uint8Array) => void crypto.getRandomValues(bytes);
const now = () => Date.now();
const ids = createIds(now, inStock(random));

/** A house, and what its parts add to its conversations. */
export interface Household {
  house: House;
  parts: OpenParts;
}

/** The parts and channels of which the Worker is made. */
interface Plan {
  parts: readonly Part[];
  channels: ChannelKinds;
}

export function buildHouse(env: Env, { parts: list, channels: kinds }: Plan): Household {
  const { db, keyrings, ...base } = foundation(env);
  const { settings, log, sealer, connections } = base;
  const given = { env, now, ids, readPdf: wirePdf(env.READER), ...wirePrompts(db, now), ...base };
  const agents = new AgentStore(db, AGENT_FILES, now);
  const reached = wireConversationIndex(env, db, log);
  const { people, standings } = wirePeople({ db, ids, now, random, list }, reached.presence);
  const agentCache = new AgentCache(agents, now);
  const caches = { agentCache, standings, preferenceCache: new PreferenceCache(people.preferences, now) };
  const bucketFiles = new R2Workspace({ bucket: env.BUCKET, now, pause });
  const { workspace: stored, files: contextFiles } = watchContextFiles(bucketFiles, now);
  const onGap = () => void embedLater({ memory, jobs: wiredJobs.jobs, now, log });
  const [quotas, guard] = [wireQuotas(env, settings, now), buildGuard(settings)];
  const serviceFetch = wireServiceFetch({ env, settings, guard });
  const wired = wireAnswering({ ...given, db });
  keyrings.push(() => wired.accounts.knownKeys());
  const memory = wireMemory({ ...given, ...wired, quotas, onGap });
  const kept = { workspace: stored, files: new R2Files({ bucket: env.BUCKET, ids }) };
  const parts = openParts(list, () => house);
  const wiredJobs = withinQuotas(
    quotas,
    wireJobs({ env, ids, now, log, news: reached.news, parts, telemetry: base.telemetry, ...kept }),
  );
  const { workspace, files } = wiredJobs;
  const lookups = { db, agents, ...caches, conversations: reached.conversations, files };
  const entrance = wireFrontDoor({ ...given, ...lookups, starts: wired.starts });
  const house: House = {
    ...given,
    started_at: now(),
    agents,
    agentVersions: new AgentVersions(db),
    agentDrafts: new AgentDrafts(db, now),
    agentTemplates: TEMPLATE_FILES,
    access: new Access({ db, ids, now, random }),
    people,
    personalData: wirePersonalData({ db, list, parts }),
    ...reached,
    ...wirePush({ sealer, db, guard, log, now, random }),
    ...caches,
    passwords: createPasswords({ random }),
    pace: new RateLimiter(now),
    ...wired,
    memory,
    ...wiredJobs,
    ...wireCapabilities({ env, settings, db, ids, now }),
    ...wireMcp({ env, db, guard, files, people, quotas, now, pause }),
    contextFiles,
    skills: createSkills({ shipped: SKILL_FILES, workspace, parse: parseFrontMatter, now }),
    grants: new D1GrantStore({ db, ids, now, log }),
    guard,
    kinds,
    serviceFetch,
    ...wireChannels({ ...given, db, kinds, files, entrance, people, jobs: wiredJobs.jobs }),
    childJobs: wireChildJobs({ env, log, ...entrance }),
    ...entrance,
    ...wireWaysIn(() => house, { env, log, connections }),
    ...wireSpeech({ ...given, ...wired, guard, serviceFetch }),
    ...wireSharing(() => house, { db, files, choices: base.choices }),
    toolbox: wireToolbox(() => house, parts),
    verbs: (part) => parts.verbs(part),
  };
  return { house, parts };
}

type Answering = Omit<Parameters<typeof wireModels>[0], "readScan"> & Pick<House, "now" | "prompts">;

/** Models, with what their calls cost and the scans that they may read. */
function wireAnswering(given: Answering) {
  const wired = wireModels({ ...given, readScan: (file, mayRun) => ocr.readScan(file, mayRun) });
  const ledgers = wireBudgets(given.db, given.now, given.log);
  const ocr = wireOcr({ ...given, ...wired, ...ledgers });
  return { ...wired, ...ledgers, ...ocr };
}

/** Settings, secrets and the log: all else stands on them. */
function foundation(env: Env) {
  const [settings, secrets, db] = [parseConfig(env), secretsOf(env), openDatabase(env.DB)];
  const keyrings: (() => readonly string[])[] = [];
  const redact = createRedact(() => [...secrets, ...keyrings.flatMap((keys) => keys())]);
  const log = createLog({ redact, level: settings.LOG_LEVEL });
  const sealer = sealerOf(settings);
  const connections = wireConnections({ env, db, sealer, log, now });
  keyrings.push(() => connections.knownSecrets());
  const live = liveSettings(settings, () => connections.settings());
  const choices = new InstanceChoices(db, now);
  const branding = new BrandingStore(choices, now);
  const telemetry = wireTelemetry({ settings: live, log, now });
  return { db, settings: live, redact, log, sealer, connections, keyrings, choices, branding, telemetry };
}

function sealerOf({ SESSION_SECRET: secret }: Settings): Sealer | undefined {
  return secret === undefined ? undefined : new AesSealer(secret, random);
}

/** Shared links, and the end of a conversation, which they share. */
function wireSharing(
  house: () => House,
  { files, ...stored }: { db: Database; files: Files; choices: InstanceChoices },
) {
  const rows = new D1LinkRows({ ...stored, now, random });
  return {
    sharedLinks: new SharedLinks({ rows, files, ids, now }),
    forgetConversation: (id: string) => forget(house(), id),
  };
}

interface Forgetful {
  conversations: ConversationIndex;
  threads: ThreadStore;
  threadCache: ThreadCache;
  memory: LongTermMemory;
  visits: D1VisitStore;
  sharedLinks: SharedLinks;
  now(): number;
}

/** Removes a conversation from the index, with its memory, visit and threads, so that nothing of it is found any more. */
async function forget(of: Forgetful, id: string): Promise<void> {
  const { conversations, threads, threadCache, memory, visits, sharedLinks } = of;
  const row = await conversations.get(id);
  if (row !== undefined) await memory.forgetSource(row.owner, id);
  await sharedLinks.revokeAll(await sharedLinks.rows.ofConversation(id));
  await visits.forget(id, of.now());
  await threads.forget(id);
  threadCache.forgetAll();
  await conversations.remove(id);
}
