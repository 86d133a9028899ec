/** What the Worker's routes and parts use: one for each set of bindings. Built in wiring/house.ts. */

import type { StateView } from "../../durable-objects/conversation/views/state.ts";
import type { ContextFiles } from "../agent/ports/context-files.ts";
import type { GuardedFetch } from "../agent/ports/fetch.ts";
import type { ReadPdf } from "../agent/ports/pdf.ts";
import type { Toolbox } from "../agent/ports/tool.ts";
import type { CapabilityCatalog } from "../capabilities/catalog/port.ts";
import type { BroughtIn, Channels, Membership, Undelivered } from "../channels/channel.ts";
import type { Commands } from "../channels/commands/command.ts";
import type { ChannelKinds } from "../channels/kinds.ts";
import type { ConversationInit } from "../domain/conversation/conversation.ts";
import type { Result } from "../domain/errors.ts";
import type { Ids } from "../domain/ids.ts";
import type { Inbound } from "../domain/inbound.ts";
import type { Principal } from "../domain/principal.ts";
import type { Room } from "../domain/room.ts";
import type { Pace } from "../domain/time/pace.ts";
import type { Clock } from "../jobs/clock.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Tell } from "../jobs/tell-job.ts";
import type { LongTermMemory } from "../memory/create-memory.ts";
import type { Log } from "../observability/log-port.ts";
import type { Redact } from "../observability/redact.ts";
import type { Passwords } from "../people/passwords/hash.ts";
import type { PreferenceCache } from "../people/preference-cache.ts";
import type { KeptReadings } from "../platform/kept-readings.ts";
import type { LaterWork } from "../platform/later-work.ts";
import type { PartKey } from "../platform/part-key.ts";
import type { Starts } from "../platform/starts.ts";
import type { Models } from "../providers/create-models.ts";
import type { Push } from "../push/push.ts";
import type { QuotaBook } from "../quotas/limited.ts";
import type { AccessSettings } from "../routing/access/access-settings.ts";
import type { InboundLookups } from "../routing/check.ts";
import type { FrontDoor } from "../routing/front-door.ts";
import type { Keywords } from "../routing/keywords.ts";
import type { Linking } from "../routing/linking.ts";
import type { Background, SenderCheck } from "../routing/senders.ts";
import type { Place } from "../routing/threads.ts";
import type { Sandbox } from "../sandbox/port.ts";
import type { AgentCache } from "../storage/d1/agents/agent-cache.ts";
import type { AgentVersions } from "../storage/d1/agents/agent-versions.ts";
import type { AgentFile, AgentStore } from "../storage/d1/agents/agents.ts";
import type { AgentDrafts } from "../storage/d1/agents/drafts.ts";
import type { ToolGrants } from "../storage/d1/agents/tool-grants.ts";
import type { ClientBots } from "../storage/d1/clients/bots.ts";
import type { AccessCache } from "../storage/d1/index/access-cache.ts";
import type { AccessRuleStore } from "../storage/d1/index/access-rules.ts";
import type { ChannelAccounts } from "../storage/d1/index/channel-accounts.ts";
import type { ChannelPlaces } from "../storage/d1/index/channel-places.ts";
import type { ConversationIndex } from "../storage/d1/index/conversations.ts";
import type { InboxStore } from "../storage/d1/index/inbox.ts";
import type { ConversationRow } from "../storage/d1/index/listed.ts";
import type { ThreadCache } from "../storage/d1/index/thread-cache.ts";
import type { ThreadStore } from "../storage/d1/index/threads.ts";
import type { BudgetGuard } from "../storage/d1/ledger/budget-guard.ts";
import type { BudgetStore } from "../storage/d1/ledger/budgets.ts";
import type { CostLedger } from "../storage/d1/ledger/costs.ts";
import type { D1Accounts } from "../storage/d1/models/accounts.ts";
import type { Access } from "../storage/d1/people/access.ts";
import type { People } from "../storage/d1/people/people.ts";
import type { Tries } from "../storage/d1/people/tries.ts";
import type { RoomVersions } from "../storage/d1/rooms/room-versions.ts";
import type { RoomStore } from "../storage/d1/rooms/rooms.ts";
import type { VisitStore } from "../storage/d1/rooms/visits.ts";
import type { Files } from "../tools/files/port.ts";
import type { Mcp } from "../tools/mcp/create-mcp.ts";
import type { McpServers } from "../tools/mcp/servers.ts";
import type { Synthesize } from "../tools/media/synthesize.ts";
import type { Transcribe } from "../tools/media/transcribe.ts";
import type { Skills } from "../tools/skills/create-skills.ts";
import type { Workspace } from "../tools/workspace/port.ts";
import type { Settings } from "./config.ts";
import type { Env } from "./env.ts";

/** Who has a conversation in their lists. */
export interface Reader {
  /** Of the conversation. */
  id: string;
  person: string;
}

/** To the open apps of people. Returns at once: nothing ever waits for it, and it never throws. */
export interface News {
  /** These conversations have changed in their lists; none: only what waits for them has. */
  tell(people: readonly string[], conversations: readonly string[]): void;
  /** The same, of whoever is found to have each in their lists. */
  tellLater(readers: readonly Reader[] | Promise<readonly Reader[]>): void;
}

/** Open sockets and streams of people. */
export interface Presence {
  /**
   * Makes a change of what a person may do, be it a role, a session or a key. What they have open looks again at who they
   * are, within seconds, though this isolate dies half way. Rejects when the change does.
   */
  changing<T>(person: string, change: () => Promise<T>): Promise<T>;
}

/** Secrets are read anew from `env` at each request. */
export interface House {
  env: Env;
  settings: Settings;
  now(): number;
  /** When this process of the instance began; ms since the epoch. */
  started_at: number;
  ids: Ids;
  log: Log;
  readPdf: ReadPdf;
  /** Takes this instance's secrets out of a text. */
  redact: Redact;
  agents: AgentStore;
  agentVersions: AgentVersions;
  agentDrafts: AgentDrafts;
  /** Agents to begin with, as files. */
  agentTemplates: readonly AgentFile[];
  agentCache: AgentCache;
  rooms: RoomStore;
  /** By their slugs, from memory; undefined: there is none. */
  roomCache: KeptReadings<Room | undefined>;
  /** What rooms were. */
  roomVersions: RoomVersions;
  /** What is known of visits to rooms beside their conversations. */
  visits: VisitStore;
  conversations: ConversationIndex;
  /** What waits for people, and how far they have read. */
  inbox: InboxStore;
  /** Where the places of channels lead; what the front door reads of them, from memory. */
  threads: ThreadStore;
  threadCache: ThreadCache;
  /** Of all agents. */
  keywords(): Keywords | Promise<Keywords>;
  costs: CostLedger;
  access: Access;
  /** Who there is, and what they prefer. */
  people: People;
  /** What they keep, and how much they may. */
  quotas: Pick<QuotaBook, "usage" | "scheduling" | "scheduled">;
  presence: Presence;
  news: News;
  /** Notifications to the browsers of people. */
  push: Push;
  /** Preferences as turns read them: from memory. */
  preferenceCache: PreferenceCache;
  /** Who people are today, by their ids, from memory; undefined: they may not act here (any more). */
  standings: KeptReadings<Principal | undefined>;
  passwords: Passwords;
  /** Tries at secrets, counted for the whole instance. */
  tries: Tries;
  /** Requests, counted in this isolate. */
  pace: Pace;
  /** Which turns may begin. */
  starts: Starts;
  /** When that is done for which nobody waits. */
  laterWork: LaterWork;
  models: Models;
  /** Keys of providers beyond the settings, and the state of all. */
  accounts: D1Accounts;
  /** Whether the operator or the catalog has named that server of models. */
  isModelAddress(address: string): boolean;
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
  /** For programs that nobody vouches for. */
  sandbox: Sandbox;
  /** Tools that were written here. */
  capabilities: CapabilityCatalog;
  mcp: Mcp;
  mcpServers: McpServers;
  /** For every address that somebody else supplied. */
  guard: GuardedFetch;
  kinds: ChannelKinds;
  /** The ports of those that are set up here. */
  channels: Channels;
  frontDoor: FrontDoor;
  /** Who may write by a channel. */
  senders: SenderCheck;
  /** Which bots are clients'. */
  clientBots: ClientBots;
  /** The same as it is set: by the app, from memory, by the settings. */
  channelAccess: { rules: AccessRuleStore; cache: AccessCache; setting: AccessSettings };
  /** What people write with a slash. */
  /** Writes down what was said; undefined: nothing here can hear. */
  transcribe: Transcribe | undefined;
  /** Undefined: nothing here can speak. */
  synthesize: Synthesize | undefined;
  commands: Commands;
  /** Takes in what the platform of a channel has brought. Throws where it should come again. */
  takeIn(received: Inbound, background: Background): Promise<BroughtIn>;
  /** A platform tells of messages that it had taken and has not delivered. Never rejects. */
  undelivered(of: Pick<Place, "channel" | "account">, told: readonly Undelivered[]): Promise<void>;
  /** A place of a channel has another name from now on: its conversation and its rules go on there. */
  moved(from: Place, to: string): Promise<void>;
  /** The bot of a channel came into a chat, or was shut out of it. */
  membership(of: Pick<Place, "channel" | "account">, told: Membership): Promise<void>;
  /** Chats of which their platform has told that. */
  channelPlaces: ChannelPlaces;
  /** Bots that listen over a connection of their own. */
  gateways: {
    /** Each is connected, or being connected. Never rejects. */
    ensure(): Promise<void>;
  };
  /** Words to a place that are no conversation's: one try. Never rejects. */
  tell: Tell;
  /** Codes between chats and the app. */
  linking: Linking;
  /** What was last heard of channels. */
  heard: ChannelAccounts;
  /** What inputs name. */
  lookups: InboundLookups;
  /** A new conversation appears in its owner's list at once. */
  indexNew(init: ConversationInit): Promise<ConversationRow>;
  /** Makes it, and enters it into the index. */
  openNew(init: ConversationInit): Promise<{ row: ConversationRow; opened: Result<StateView> }>;
  forgetConversation(id: string): Promise<void>;
  /** The tools of an agent: those of the house, and of its parts. */
  toolbox: Toolbox;
  /** What a part offers to its own routes. Throws when the part is not in this Worker's list. */
  verbs<Verbs>(part: PartKey<Verbs>): Verbs;
}
