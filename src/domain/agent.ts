/** An agent: a configured persona. */
import type { Channel } from "./inbound.ts";
import { isClient, type Principal } from "./principal.ts";

export type ToolRule = "allow" | "ask" | "deny";

/**
 * How a message that arrives during a turn is handled: in a turn of its own, or by the running turn's next
 * step.
 */
export type Steering = "next_turn" | "next_step";

/**
 * Handling of a reply that reached its token limit: another call continues it, it ends with its last whole
 * sentence, or it is halted as it is and the person is told.
 */
export type AtTokenLimit = "continue" | "finish" | "halt";

export interface AgentLimits {
  /** Model calls and tool batches in one turn. */
  max_steps: number;
  /** Limit of one model call. */
  max_output_tokens: number;
  /** Absent: `halt`. */
  at_token_limit?: AtTokenLimit;
  /** Compaction starts at this many tokens; absent: at 75 % of the model's window. */
  compact_at_tokens?: number;
  /** Absent: the channel's default. */
  steering?: Steering;
  /** The longest message that the agent accepts, in characters. */
  max_input_chars?: number;
  /** Messages of one payer that the agent answers in a UTC day. */
  messages_per_day?: number;
  /** Limits in US dollars for all users together, by UTC day and month. */
  spend_per_day_usd?: number;
  spend_per_month_usd?: number;
}

/**
 * Scope of the agent's memory, for writing and recall: its own and what all agents of its owner share
 * (`owner`), its own only (`own`), this conversation only (`conversation`), or no memory (`none`).
 */
export type AgentMemory = "owner" | "own" | "conversation" | "none";

/**
 * Form in which recalled memories reach the agent: passages verbatim (`structured`), one account
 * (`narrative`) or plain facts (`factual`). The fast model writes the latter two.
 */
export type RecallStyle = "structured" | "narrative" | "factual";

/**
 * The people who may talk to the agent besides its owner and the operator: every member of the house, anybody at all
 * (guests, clients and strangers too), or the listed persons and clients by id.
 */
export type Audience = "people" | "everyone" | readonly string[];

/** Workspace files that the agent's prompt contains, in this order. */
export interface AgentContextFiles {
  /** Files for a turn that a person started. */
  full: readonly string[];
  /** Files for a turn that the system started: a schedule, a job. */
  operational: readonly string[];
}

export interface Agent {
  slug: string;
  name: string;
  role: string;
  /** Markdown: who the agent is and how it works. */
  instructions: string;
  /** `provider/model`, first choice first. Empty: the instance's default. */
  models: string[];
  /** Model chains by the channel of the message; for other channels `models` holds. */
  models_by_source: Partial<Record<Channel, string[]>>;
  /** Model for titles, summaries and other text that people do not read; null: the instance's. */
  fast_model: string | null;
  /** 0 to 2, for models that support it; null: the provider's default. */
  temperature: number | null;
  /** Absent tools are allowed; `*` changes that default. */
  tools: Record<string, ToolRule>;
  skills: string[];
  memory: AgentMemory;
  recall_style: RecallStyle;
  /** The agent's voice in speech; null: the instance's. */
  voice: string | null;
  limits: AgentLimits;
  context: AgentContextFiles;
  /** Words that route a message to this agent when no agent was named. */
  keywords: string[];
  /** Id of a person; null: the agent belongs to everybody and the operator maintains it. */
  owner: string | null;
  audience: Audience;
  /** A conductor may create and change agents and schedules. */
  conductor: boolean;
  /** Id of a file. */
  picture: string | null;
  /** `#rrggbb`. */
  color: string | null;
  /** Increments with each edit. */
  version: number;
}

/**
 * Prefix of draft slugs, for agents that are tried out before they are saved. The slug of a saved agent never
 * begins with it.
 */
export const DRAFT_MARK = "~";

export function isDraft(slug: string | null): slug is string {
  return slug?.startsWith(DRAFT_MARK) ?? false;
}

/** The agent that answers when no other was chosen. */
export const DEFAULT_AGENT = "nightjar";

export const DEFAULT_LIMITS: AgentLimits = { max_steps: 50, max_output_tokens: 8192 };

const DEFAULT_CONTEXT_FILES: AgentContextFiles = {
  full: ["SOUL.md", "AGENTS.md", "MEMORY.md"],
  operational: ["SOUL.md", "AGENTS.md", "HEARTBEAT.md"],
};

/** Settings of an agent that has only a name and instructions. */
export const AGENT_DEFAULTS: Omit<Agent, "slug" | "name" | "instructions" | "version"> = {
  role: "",
  models: [],
  models_by_source: {},
  fast_model: null,
  temperature: null,
  tools: {},
  skills: [],
  memory: "owner",
  recall_style: "structured",
  voice: null,
  limits: DEFAULT_LIMITS,
  context: DEFAULT_CONTEXT_FILES,
  keywords: [],
  owner: null,
  audience: "people",
  conductor: false,
  picture: null,
  color: null,
};

/**
 * The agent's models for this channel, or its general ones; first choice first. Empty: the instance's
 * default.
 */
export function modelsFor(agent: Pick<Agent, "models" | "models_by_source">, channel: Channel): string[] {
  return agent.models_by_source[channel] ?? agent.models;
}

/**
 * Memory that a turn uses. `person`: the owner's; `place`: whatever anybody said in the conversation where
 * the turn runs; `agent`: only the agent's own.
 */
export type TurnMemory = "person" | "place" | "agent" | "nothing";

/** In a shared conversation the memory is the place's, whatever the agent's own setting is. */
export function turnMemory(of: AgentMemory, isShared: boolean): TurnMemory {
  if (of === "none") return "nothing";
  if (isShared || of === "conversation") return "place";
  return of === "own" ? "agent" : "person";
}

/** The reason given when the named agent does not exist. */
export function noSuchAgent(slug: string): string {
  return `There is no agent "${slug}". GET /api/v1/agents lists them.`;
}

/** Whether the agent may answer this principal. Checked when a turn is cast; doors check it too, to refuse early. */
export function mayTalkTo(agent: Pick<Agent, "slug" | "owner" | "audience">, who: Principal): boolean {
  return isOpenTo(agent, who) || isUsualOf(agent, who);
}

/** Whether the agent's or room's audience includes this principal. Clients are not among the members of the house. */
export function isOpenTo(of: Pick<Agent, "owner" | "audience">, who: Principal): boolean {
  if (of.audience === "everyone") return true;
  if (who.stranger) return false;
  if (who.role === "admin" || of.owner === who.owner) return true;
  if (of.audience !== "people") return of.audience.includes(who.owner);
  return who.role === "member" && !isClient(who.owner);
}

/** The default agent answers clients too, for whom no agent was made yet. */
function isUsualOf({ slug, audience }: Pick<Agent, "slug" | "audience">, who: Principal): boolean {
  return slug === DEFAULT_AGENT && audience === "people" && isClient(who.owner) && !who.stranger;
}

/** Whether one of the house's own workers, which nobody chooses, works for this client too, as it does for members. */
export function worksFor({ audience }: Pick<Agent, "audience">, who: Principal): boolean {
  return audience === "people" && isClient(who.owner) && !who.stranger;
}

/**
 * Whether the agent may be found by a message's words where others read: it is meant for others than its owner, and
 * the operator's right to talk to every agent does not count.
 */
export function isOffered(agent: Pick<Agent, "slug" | "owner" | "audience">, who: Principal): boolean {
  const { owner, audience } = agent;
  const isForOthers = owner === null || typeof audience === "string" || audience.some((id) => id !== owner);
  return isForOthers && mayTalkTo(agent, who.role === "admin" ? { ...who, role: "member" } : who);
}

/** Whether the principal may change the agent and see its instructions. */
export function mayEditAgent(agent: Pick<Agent, "owner">, { owner, role }: Principal): boolean {
  return role === "admin" || (role === "member" && agent.owner === owner);
}
