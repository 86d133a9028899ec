/**
 * Whose words stand in a history that several people and agents share, for one of the agents who reads it. Pure: what is
 * told of a message depends on it and on the messages before it, so that nothing that was told is told otherwise later.
 */

import type { Message } from "../message.ts";
import { harmless } from "../text/foreign-text.ts";
import { oneLine } from "../text/hidden-text.ts";

export interface Voice {
  /** On one line, without marks. */
  name: string;
  /** `owner`: of the conversation. An agent is another than the one who reads. */
  who: "owner" | "person" | "agent";
}

/** Who reads, and where. */
export interface Reading {
  /** Slug of the agent. */
  agent: string;
  /** Of the conversation. */
  owner: string;
  /** People who had spoken before the first of the messages, by `heardIn`. */
  heard: readonly string[];
}

export interface Voices {
  /** For each message under whose name it is told. Undefined: the reader's own, the system's, or a person's who is not named. */
  named: readonly (Voice | undefined)[];
  /** The one person whose words stand without a name. */
  unnamed: Voice | undefined;
}

/** Other agents are always named; people from the message on with which a second one speaks. */
export function voicesOf(messages: readonly Message[], { agent, owner, heard }: Reading): Voices {
  const people = new Set(heard);
  let unnamed: Voice | undefined;
  const named = messages.map((message) => {
    if (message.role === "system") return undefined;
    if (message.role === "assistant") return isOthers(message, agent) ? agentIn(message) : undefined;
    people.add(personIn(message, owner));
    if (people.size > 1) return voiceOfPerson(message, owner);
    // Of one who speaks alone the name is made once, and not for each of their messages.
    unnamed ??= voiceOfPerson(message, owner);
    return undefined;
  });
  return { named, unnamed };
}

/** Who is known to have spoken after these messages. Two are enough to know that they are several. */
export function heardIn(messages: readonly Message[], { owner, heard }: Omit<Reading, "agent">): string[] {
  const people = messages.filter(({ role }) => role === "user").map((message) => personIn(message, owner));
  return [...new Set([...heard, ...people])].slice(0, 2);
}

/** What somebody calls themselves, where it stands beside words of the house: one line, of which no mark can be made. */
export function plainName(name: string): string {
  return harmless(oneLine(name.replace(/[<>"=[\]`]/g, ""), LONGEST_NAME), ["said", "context"]);
}

const LONGEST_NAME = 80;

function isOthers(message: Message, agent: string): boolean {
  // An answer whose turn broke before anybody was chosen is nobody's.
  return (message.agent ?? "") !== "" && message.agent !== agent;
}

function agentIn({ author, agent }: Message): Voice {
  return { name: plainName(author ?? "") || plainName(agent ?? "") || "another agent", who: "agent" };
}

/** Whom the house does not know is known by a name alone. */
function personIn({ author, author_id, trust }: Message, owner: string): string {
  return author_id ?? (trust === "untrusted" ? `called ${plainName(author ?? "")}` : owner);
}

function voiceOfPerson(message: Message, owner: string): Voice {
  const who = personIn(message, owner) === owner ? "owner" : "person";
  return { name: plainName(message.author ?? "") || (who === "owner" ? "the owner" : "somebody"), who };
}
