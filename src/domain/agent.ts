/** An agent: a configured persona. */
import type { Channel } from "./inbound.ts";
import { isClient, type Principal } from "./principal.ts";

export type ToolRule = "allow" | "ask" | "deny";

/** When a message that comes while a turn runs is read: in a turn of its own, or at the running one's next step. */
export type Steering = "next_turn" | "next_step";

/**
 * What becomes of a reply that reached its token limit: another call goes on with it, it ends with its last whole sentence,
 * or it is halted as it is, and the person is told.
 */
export type AtTokenLimit = "continue" | "finish" | "halt";

export interface AgentLimits {
  /** Model calls and tool batches in one turn. */
  max_steps: number;
  /** Of one model call. */
  max_output_tokens: number;
  /** Absent: halt. */
  at_token_limit?: AtTokenLimit;
  /** Compaction starts here; absent means 75 % of the model's window. */
  compact_at_tokens?: number;
  /** Absent: as the channel has it. */
  steering?: Steering;
  /** The longest message that it takes, in characters. */
  max_input_chars?: number;
  /** How many messages of one payer it answers in a day of UTC. */
  messages_per_day?: number;
  /** US dollars of all who use it, by days and months of UTC. */
  spend_per_day_usd?: number;
  spend_per_month_usd?: number;
}

/**
 * What it remembers, and recalls: what all agents of its owner share and its own (`owner`), its own alone (`own`), what
 * was said in the conversation (`conversation`), nothing (`none`).
 */
export type AgentMemory = "owner" | "own" | "conversation" | "none";

/**
 * How it is told what is recalled for a message: passages as they are (`structured`), one account (`narrative`) or plain
 * facts (`factual`), both written by the fast model.
 */
export type RecallStyle = "structured" | "narrative" | "factual";

/**
 * Who may talk to it, besides its owner and the operator: every member of the house, anybody at all (guests, clients and
 * strangers too), or those persons and clients by their ids.
 */
export type Audience = "people" | "everyone" | readonly string[];

/** Files of the workspace that stand in its prompt, in this order. */
export interface AgentContextFiles {
  /** When a person speaks. */
  full: readonly string[];
  /** When the system does: a schedule, a job. */
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
  /** The same for words that come from there; absent: `models`. */
  models_by_source: Partial<Record<Channel, string[]>>;
  /** Titles, summaries and other work that people do not read; null: the instance's. */
  fast_model: string | null;
  /** 0 to 2, where the model takes one; null: the provider's own. */
  temperature: number | null;
  /** Absent tools are allowed; `*` changes that default. */
  tools: Record<string, ToolRule>;
  skills: string[];
  memory: AgentMemory;
  recall_style: RecallStyle;
  /** How it sounds when it speaks; null: the instance's. */
  voice: string | null;
  limits: AgentLimits;
  context: AgentContextFiles;
  /** Words that lead a message to it where nobody was named. */
  keywords: string[];
  /** Id of a person; null: it is everybody's, and the operator keeps it. */
  owner: string | null;
  audience: Audience;
  /** May make and change agents and schedules. */
  conductor: boolean;
  /** Id of a file. */
  picture: string | null;
  /** `#rrggbb`. */
  color: string | null;
  /** Grows with each edit. */
  version: number;
}

/** What the slugs of drafts begin with, and those of agents never: what is tried out before it is saved. */
export const DRAFT_MARK = "~";

export function isDraft(slug: string | null): slug is string {
  return slug?.startsWith(DRAFT_MARK) ?? false;
}

/** Who answers where nobody else was chosen. */
export const DEFAULT_AGENT = "nightjar";

export const DEFAULT_LIMITS: AgentLimits = { max_steps: 50, max_output_tokens: 8192 };

export const DEFAULT_CONTEXT_FILES: AgentContextFiles = {
  full: ["SOUL.md", "AGENTS.md", "MEMORY.md"],
  operational: ["SOUL.md", "AGENTS.md", "HEARTBEAT.md"],
};

/** What an agent is that says no more than its name and instructions. */
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

/** Those that it has for words from there, or for all; first choice first. Empty: the instance's default. */
export function modelsFor(agent: Pick<Agent, "models" | "models_by_source">, channel: Channel): string[] {
  return agent.models_by_source[channel] ?? agent.models;
}

/** `place`: what was said where the turn runs, by whomever; `agent`: its agent's own alone. */
export type TurnMemory = "person" | "place" | "agent" | "nothing";

/** What an agent remembers by where others take part is the place's, whatever its own setting is. */
export function turnMemory(of: AgentMemory, isShared: boolean): TurnMemory {
  if (of === "none") return "nothing";
  if (isShared || of === "conversation") return "place";
  return of === "own" ? "agent" : "person";
}

/** The reason given when the named agent does not exist. */
export function noSuchAgent(slug: string): string {
  return `There is no agent "${slug}". GET /api/v1/agents lists them.`;
}

/** What a turn's casting asks of whoever has caused it; doors ask it too, to say so early. */
export function mayTalkTo(agent: Pick<Agent, "slug" | "owner" | "audience">, who: Principal): boolean {
  return isOpenTo(agent, who) || isUsualOf(agent, who);
}

/** The same for a room. Clients are not among the members of the house. */
export function isOpenTo(of: Pick<Agent, "owner" | "audience">, who: Principal): boolean {
  if (of.audience === "everyone") return true;
  if (who.stranger) return false;
  if (who.role === "admin" || of.owner === who.owner) return true;
  if (of.audience !== "people") return of.audience.includes(who.owner);
  return who.role === "member" && !isClient(who.owner);
}

/** A client for whom no agent was made yet is answered all the same. */
function isUsualOf({ slug, audience }: Pick<Agent, "slug" | "audience">, who: Principal): boolean {
  return slug === DEFAULT_AGENT && audience === "people" && isClient(who.owner) && !who.stranger;
}

/** A worker of the house's own, which nobody chooses, works for clients too where it does for members. */
export function worksFor({ audience }: Pick<Agent, "audience">, who: Principal): boolean {
  return audience === "people" && isClient(who.owner) && !who.stranger;
}

/**
 * Whether it may be found by what is said, where others read: it is meant for others than its owner, and the operator's
 * right to talk to everything does not count.
 */
export function isOffered(agent: Pick<Agent, "slug" | "owner" | "audience">, who: Principal): boolean {
  const { owner, audience } = agent;
  const isForOthers = owner === null || typeof audience === "string" || audience.some((id) => id !== owner);
  return isForOthers && mayTalkTo(agent, who.role === "admin" ? { ...who, role: "member" } : who);
}

/** Who may change it, and see its instructions. */
export function mayEditAgent(agent: Pick<Agent, "owner">, { owner, role }: Principal): boolean {
  return role === "admin" || (role === "member" && agent.owner === owner);
}
