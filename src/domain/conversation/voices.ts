/**
 * Attribution of messages in a history shared by several people and agents, as seen by one of the agents.
 * Pure: the attribution of a message depends on it and on earlier messages only, so it never changes later.
 */

import type { Message } from "../message.ts";
import { harmless } from "../text/foreign-text.ts";
import { oneLine } from "../text/hidden-text.ts";

export interface Voice {
  /** Name on one line, without marks. */
  name: string;
  /** `owner`: of the conversation. `agent`: another agent than the reader. */
  who: "owner" | "person" | "agent";
}

/** The reader of a history, and the conversation it is in. */
export interface VoiceContext {
  /** Slug of the reading agent. */
  agent: string;
  /** Owner of the conversation. */
  owner: string;
  /** People who had spoken before the first of the messages, as `speakersIn` returns them. */
  earlier: readonly string[];
}

export interface Voices {
  /**
   * The name shown with each message. Undefined: the reader's own message, the system's, or one of a person
   * who is not named.
   */
  names: readonly (Voice | undefined)[];
  /** The one person whose messages carry no name. */
  unnamed: Voice | undefined;
}

/** Other agents are always named; people are named from the first message of a second person on. */
export function voicesOf(messages: readonly Message[], { agent, owner, earlier }: VoiceContext): Voices {
  const people = new Set(earlier);
  let unnamed: Voice | undefined;
  const names = messages.map((message) => {
    if (message.role === "system") return undefined;
    if (message.role === "assistant") return isOthers(message, agent) ? agentIn(message) : undefined;
    people.add(personIn(message, owner));
    if (people.size > 1) return voiceOfPerson(message, owner);
    // While only one person speaks, the name is made once and not for each message.
    unnamed ??= voiceOfPerson(message, owner);
    return undefined;
  });
  return { names, unnamed };
}

/** People known to have spoken after these messages. Two are enough to know that there are several. */
export function speakersIn(
  messages: readonly Message[],
  { owner, earlier }: Omit<VoiceContext, "agent">,
): string[] {
  const people = messages.filter(({ role }) => role === "user").map((message) => personIn(message, owner));
  return [...new Set([...earlier, ...people])].slice(0, 2);
}

/**
 * A person's or agent's own name, made safe to stand beside the platform's words: one line without markup
 * characters.
 */
export function plainName(name: string): string {
  return harmless(oneLine(name.replace(/[<>"=[\]`]/g, ""), LONGEST_NAME), ["said", "context"]);
}

const LONGEST_NAME = 80;

function isOthers(message: Message, agent: string): boolean {
  // An answer whose turn broke before an agent was chosen belongs to nobody.
  return (message.agent ?? "") !== "" && message.agent !== agent;
}

function agentIn({ author, agent }: Message): Voice {
  return { name: plainName(author ?? "") || plainName(agent ?? "") || "another agent", who: "agent" };
}

/** A person without an account is identified by the name alone. */
function personIn({ author, author_id, trust }: Message, owner: string): string {
  return author_id ?? (trust === "untrusted" ? `called ${plainName(author ?? "")}` : owner);
}

function voiceOfPerson(message: Message, owner: string): Voice {
  const who = personIn(message, owner) === owner ? "owner" : "person";
  return { name: plainName(message.author ?? "") || (who === "owner" ? "the owner" : "somebody"), who };
}
