/**
 * Who answers a message: the first of six conditions that holds. Pure; `explain` says of each why it holds or not.
 */
import type { ConversationId } from "../domain/ids.ts";
import type { ChannelDefaults } from "./threads.ts";

export type Condition = "named" | "reply" | "bound" | "current" | "default" | "keyword" | "fallback";

/** A message, as far as it matters here. */
export interface Asked {
  text: string;
  /** The agent that the sender's client or a command names; it is there. */
  wished?: string | undefined;
  /** The agent whose message this replies to. */
  replied_to?: string | undefined;
  /** Where more people than the sender read it. */
  is_group: boolean;
  /** In a group: whether it is said to an agent, by a mention, a reply or a command. Absent: nobody has asked. */
  is_addressed?: boolean | undefined;
}

/** What is known of the place and of the agents that the message names. */
export interface Known {
  isAgent(slug: string): boolean;
  /** The same, and it talks to the sender. */
  isTheirs(slug: string): boolean;
  bound: { agent: string | null; room: string | null; answers_all?: boolean };
  current: ConversationId | null;
  defaults: ChannelDefaults;
  /** The agent that a keyword in the text leads to. */
  keyword(text: string): { agent: string; word: string } | undefined;
}

export interface Answering {
  by: Condition;
  /** Null: the conversation's own, or the room's choice. */
  agent: string | null;
  room: string | null;
}

export interface Explained {
  condition: Condition;
  holds: boolean;
  because: string;
}

interface Judged {
  answering: Answering | undefined;
  because: string;
}

type Judge = (asked: Asked, known: Known) => Judged;

/** In the order in which they are asked. */
const CONDITIONS: readonly (readonly [Condition, Judge])[] = [
  ["named", named],
  ["reply", reply],
  ["bound", bound],
  ["current", current],
  ["default", direct],
  ["keyword", keyword],
  ["fallback", fallback],
];

/** Undefined: nobody answers, and the message is dropped. */
export function route(asked: Asked, known: Known): Answering | undefined {
  for (const [, judge] of CONDITIONS) {
    const { answering } = judge(asked, known);
    if (answering) return answering;
  }
  return undefined;
}

/** The same, with every condition up to the one that holds. */
export function explain(
  asked: Asked,
  known: Known,
): { answering: Answering | undefined; conditions: Explained[] } {
  const conditions: Explained[] = [];
  for (const [condition, judge] of CONDITIONS) {
    const { answering, because } = judge(asked, known);
    conditions.push({ condition, holds: answering !== undefined, because });
    if (answering) return { answering, conditions };
  }
  return { answering: undefined, conditions };
}

/** What may be the name of an agent, at the beginning of a text. */
export function mentionIn(text: string): string | undefined {
  return /^\s*@([a-z0-9][a-z0-9-]{0,62})(?=$|[\s,:;.!?])/i.exec(text)?.[1]?.toLowerCase();
}

function named({ text, wished }: Asked, { isTheirs }: Known): Judged {
  if (wished !== undefined) return holds("named", { agent: wished }, `The sender asks for ${wished}.`);
  const mentioned = mentionIn(text);
  if (mentioned === undefined) return not("It begins with no @name, and no agent is asked for.");
  if (!isTheirs(mentioned)) return not(`It begins with @${mentioned}, which is no agent.`);
  return holds("named", { agent: mentioned }, `It begins with @${mentioned}.`);
}

function reply({ replied_to }: Asked, { isTheirs }: Known): Judged {
  if (replied_to === undefined) return not("It replies to no agent's message.");
  if (!isTheirs(replied_to))
    return not(`It replies to a message of ${replied_to}, which is no agent any more.`);
  return holds("reply", { agent: replied_to }, `It replies to a message of ${replied_to}.`);
}

/** What people in a group say to each other is not for agents. */
function isOverheard({ is_group, is_addressed }: Asked): boolean {
  return is_group && is_addressed === false;
}

const OVERHEARD = "It is said in a group, and not to an agent.";

function bound(asked: Asked, { bound: { agent, room, answers_all }, isAgent }: Known): Judged {
  if (isOverheard(asked) && !answers_all)
    return not(`${OVERHEARD} The thread is not set to answer everything.`);
  if (room !== null) return holds("bound", { room }, `The thread is bound to the room ${room}.`);
  if (agent === null) return not("The thread is bound to nobody.");
  if (!isAgent(agent)) return not(`The thread is bound to ${agent}, which is no agent any more.`);
  return holds("bound", { agent }, `The thread is bound to ${agent}.`);
}

function current(asked: Asked, known: Known): Judged {
  if (isOverheard(asked) && !known.bound.answers_all) return not(OVERHEARD);
  if (known.current === null) return not("The thread has no conversation yet.");
  return holds("current", {}, `The thread's conversation is ${known.current}: its agent answers.`);
}

function direct({ is_group }: Asked, { defaults, isAgent }: Known): Judged {
  if (is_group) return not("It is said in a group.");
  const { default_agent: agent } = defaults;
  if (agent === null || !isAgent(agent))
    return holds("default", {}, "It is a direct message: the instance's default agent answers.");
  return holds("default", { agent }, `It is a direct message: ${agent} answers them on this channel.`);
}

function keyword({ text }: Asked, known: Known): Judged {
  const found = known.keyword(text);
  if (!found) return not("No agent's keyword is in it.");
  return holds("keyword", { agent: found.agent }, `"${found.word}" is a keyword of ${found.agent}.`);
}

function fallback(asked: Asked, { defaults, isAgent }: Known): Judged {
  if (isOverheard(asked)) return not(OVERHEARD);
  const { fallback_agent, default_agent } = defaults;
  if (fallback_agent === null && asked.is_addressed) return addressed(default_agent, isAgent);
  if (fallback_agent === null) return not("This channel has no agent for groups where nobody was named.");
  if (!isAgent(fallback_agent))
    return not(`The channel's agent for groups is ${fallback_agent}, which is no agent any more.`);
  return holds(
    "fallback",
    { agent: fallback_agent },
    `${fallback_agent} answers in the groups of this channel.`,
  );
}

/** Who speaks to the bot is answered, though nobody is set for groups. */
function addressed(agent: string | null, isAgent: Known["isAgent"]): Judged {
  if (agent === null || !isAgent(agent))
    return holds("fallback", {}, "It is said to the bot: the instance's default agent answers.");
  return holds("fallback", { agent }, `It is said to the bot: ${agent} answers on this channel.`);
}

function holds(by: Condition, { agent, room }: { agent?: string; room?: string }, because: string): Judged {
  return { answering: { by, agent: agent ?? null, room: room ?? null }, because };
}

function not(because: string): Judged {
  return { answering: undefined, because };
}
