/** Names over messages and answers. A reader's own needs none, nor does the agent's where only one answers. */
import type { Message } from "../../src/channels/web/wire.ts";
import type { AnswerItem, Exchange } from "./exchanges.ts";

export interface Person {
  /** The person's id. */
  owner: string;
  name: string;
}

/**
 * Undefined for the reader's own messages and for unknown names. A matching name alone does not make somebody the
 * reader.
 */
export function authorOf({ author, author_id, trust }: Message, me: Person | undefined): string | undefined {
  const isOwn =
    author_id === undefined ? trust !== "untrusted" && author === me?.name : author_id === me?.owner;
  return isOwn ? undefined : author;
}

/** Whether answers need names: more than one agent has spoken. */
export function haveSeveralAgents(exchanges: readonly Exchange[]): boolean {
  let first = "";
  for (const { items } of exchanges) {
    for (const item of items) {
      if (item.kind !== "answer" || item.agent === "") continue;
      if (first !== "" && item.agent !== first) return true;
      first = item.agent;
    }
  }
  return false;
}

/** The agent's current name; for one that is deleted or hidden from the reader, its name when it answered. */
export function agentNameOf({ agent, entry }: AnswerItem, known: ReadonlyMap<string, string>): string {
  return known.get(agent) ?? entry?.message.author ?? agent;
}

/** The agent of the newest answer; empty without one. */
export function lastAgentOf(exchanges: readonly Exchange[]): string {
  for (const { items } of exchanges.toReversed()) {
    const answer = items.findLast((item) => item.kind === "answer");
    if (answer?.kind === "answer") return answer.agent;
  }
  return "";
}
