/** An agent: a configured persona. */
import { AGENT_FIELDS } from "./fields/agent.ts";
import { defaultsOf, type Values } from "./fields/values.ts";
import type { Channel, ContextTier } from "./inbound.ts";
import { isClient, type Principal } from "./principal.ts";

export type { Audience, ToolRule } from "./fields/agent.ts";

export type Agent = {
  slug: string;
  /** Increments with each edit. */
  version: number;
} & Values<typeof AGENT_FIELDS>;

export type AgentLimits = Agent["limits"];
export type RecallStyle = Agent["recall_style"];
export type Steering = NonNullable<AgentLimits["steering"]>;
export type AtTokenLimit = NonNullable<AgentLimits["at_token_limit"]>;

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

/** Settings of an agent that has only a name and instructions. */
export const AGENT_DEFAULTS = defaultsOf(AGENT_FIELDS);

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
export function turnMemory(of: Agent["memory"], isShared: boolean): TurnMemory {
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

/** The files of a context tier; undefined when the agent has no tier of that name. */
export function filesOfTier(
  { context, context_tiers }: Pick<Agent, "context" | "context_tiers">,
  tier: ContextTier,
): readonly string[] | undefined {
  if (tier === "full" || tier === "operational") return context[tier];
  return Object.hasOwn(context_tiers, tier) ? context_tiers[tier] : undefined;
}

/** Reason for refusing a context tier, with those that the agent has. */
export function noSuchTier(
  { name, context_tiers }: Pick<Agent, "name" | "context_tiers">,
  tier: ContextTier,
): string {
  const known = ["full", "operational", ...Object.keys(context_tiers)].join(", ");
  return `${name} has no context tier "${tier}". It has ${known}: choose one, or add it to the agent's settings.`;
}
