/**
 * Decides which agent answers a message, by the first of its conditions that holds. Pure; `explain` tells for
 * each why it holds or not.
 */
import type { ConversationId } from "../domain/ids.ts";
import type { ChannelDefaults } from "./threads.ts";

type Condition = "named" | "reply" | "bound" | "current" | "default" | "keyword" | "fallback";

/** The fields of a message that routing needs. */
export interface RoutableMessage {
  text: string;
  /** The agent named by the sender's client or by a command; it exists. */
  requested?: string | undefined;
  /** The agent whose message this replies to. */
  replied_to?: string | undefined;
  /** More people than the sender read it. */
  is_group: boolean;
  /**
   * In a group: whether the message addresses an agent, by a mention, a reply or a command. Absent: unknown.
   */
  is_addressed?: boolean | undefined;
}

/** Facts about the place, and about the agents that the message names. */
export interface RoutingFacts {
  isAgent(slug: string): boolean;
  /** The agent exists and is available to the sender. */
  isTheirs(slug: string): boolean;
  bound: { agent: string | null; room: string | null; answers_all?: boolean };
  current: ConversationId | null;
  defaults: ChannelDefaults;
  /** The agent that a keyword in the text leads to. */
  keyword(text: string): { agent: string; word: string } | undefined;
}

export interface Answering {
  by: Condition;
  /** Null: the conversation's own agent, or the room's choice. */
  agent: string | null;
  room: string | null;
}

export interface ExplainedCondition {
  condition: Condition;
  holds: boolean;
  because: string;
}

interface Verdict {
  answering: Answering | undefined;
  because: string;
}

type Judge = (message: RoutableMessage, facts: RoutingFacts) => Verdict;

/** In order of precedence. */
const CONDITIONS: readonly (readonly [Condition, Judge])[] = [
  ["named", named],
  ["reply", reply],
  ["bound", bound],
  ["current", current],
  ["default", direct],
  ["keyword", keyword],
  ["fallback", fallback],
];

/** Undefined: no agent answers, and the message is dropped. */
export function route(message: RoutableMessage, facts: RoutingFacts): Answering | undefined {
  for (const [, judge] of CONDITIONS) {
    const { answering } = judge(message, facts);
    if (answering) return answering;
  }
  return undefined;
}

/** Like `route`, with every condition up to the one that holds. */
export function explain(
  message: RoutableMessage,
  facts: RoutingFacts,
): { answering: Answering | undefined; conditions: ExplainedCondition[] } {
  const conditions: ExplainedCondition[] = [];
  for (const [condition, judge] of CONDITIONS) {
    const { answering, because } = judge(message, facts);
    conditions.push({ condition, holds: answering !== undefined, because });
    if (answering) return { answering, conditions };
  }
  return { answering: undefined, conditions };
}

/** An agent's @name at the beginning of a text, if there is one. */
export function mentionIn(text: string): string | undefined {
  return /^\s*@([a-z0-9][a-z0-9-]{0,62})(?=$|[\s,:;.!?])/i.exec(text)?.[1]?.toLowerCase();
}

function named({ text, requested }: RoutableMessage, { isTheirs }: RoutingFacts): Verdict {
  if (requested !== undefined)
    return holds("named", { agent: requested }, `The sender asks for ${requested}.`);
  const mentioned = mentionIn(text);
  if (mentioned === undefined) return not("It doesn't begin with an @name, and no agent is requested.");
  if (!isTheirs(mentioned)) return not(`It begins with @${mentioned}, which isn't an agent.`);
  return holds("named", { agent: mentioned }, `It begins with @${mentioned}.`);
}

function reply({ replied_to }: RoutableMessage, { isTheirs }: RoutingFacts): Verdict {
  if (replied_to === undefined) return not("It isn't a reply to an agent's message.");
  if (!isTheirs(replied_to))
    return not(`It replies to a message from ${replied_to}, which is no longer an agent.`);
  return holds("reply", { agent: replied_to }, `It replies to a message from ${replied_to}.`);
}

/** A group message that people say to each other, not to an agent. */
function isOverheard({ is_group, is_addressed }: RoutableMessage): boolean {
  return is_group && is_addressed === false;
}

const OVERHEARD = "It's a group message that isn't addressed to an agent.";

function bound(
  message: RoutableMessage,
  { bound: { agent, room, answers_all }, isAgent }: RoutingFacts,
): Verdict {
  if (isOverheard(message) && !answers_all)
    return not(`${OVERHEARD} The thread isn't set to answer everything.`);
  if (room !== null) return holds("bound", { room }, `The thread is bound to the room ${room}.`);
  if (agent === null) return not("The thread isn't bound to an agent.");
  if (!isAgent(agent)) return not(`The thread is bound to ${agent}, which is no longer an agent.`);
  return holds("bound", { agent }, `The thread is bound to ${agent}.`);
}

function current(message: RoutableMessage, facts: RoutingFacts): Verdict {
  if (isOverheard(message) && !facts.bound.answers_all) return not(OVERHEARD);
  if (facts.current === null) return not("The thread has no conversation yet.");
  return holds("current", {}, `The thread's conversation is ${facts.current}: its agent answers.`);
}

function direct({ is_group }: RoutableMessage, { defaults, isAgent }: RoutingFacts): Verdict {
  if (is_group) return not("It's a group message.");
  const { default_agent: agent } = defaults;
  if (agent === null || !isAgent(agent))
    return holds("default", {}, "It's a direct message: the instance's default agent answers.");
  return holds("default", { agent }, `It's a direct message: ${agent} answers those on this channel.`);
}

function keyword({ text }: RoutableMessage, facts: RoutingFacts): Verdict {
  const found = facts.keyword(text);
  if (!found) return not("It contains no agent's keyword.");
  return holds("keyword", { agent: found.agent }, `"${found.word}" is a keyword of ${found.agent}.`);
}

function fallback(message: RoutableMessage, { defaults, isAgent }: RoutingFacts): Verdict {
  if (isOverheard(message)) return not(OVERHEARD);
  const { fallback_agent, default_agent } = defaults;
  if (fallback_agent === null && message.is_addressed) return addressed(default_agent, isAgent);
  if (fallback_agent === null) return not("This channel has no fallback agent for groups.");
  if (!isAgent(fallback_agent))
    return not(`The channel's fallback agent is ${fallback_agent}, which is no longer an agent.`);
  return holds("fallback", { agent: fallback_agent }, `${fallback_agent} answers in this channel's groups.`);
}

/** A message to the bot is answered even if no agent is set for groups. */
function addressed(agent: string | null, isAgent: RoutingFacts["isAgent"]): Verdict {
  if (agent === null || !isAgent(agent))
    return holds("fallback", {}, "It's addressed to the bot: the instance's default agent answers.");
  return holds("fallback", { agent }, `It's addressed to the bot: ${agent} answers on this channel.`);
}

function holds(by: Condition, { agent, room }: { agent?: string; room?: string }, because: string): Verdict {
  return { answering: { by, agent: agent ?? null, room: room ?? null }, because };
}

function not(because: string): Verdict {
  return { answering: undefined, because };
}
