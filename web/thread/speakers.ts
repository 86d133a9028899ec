/** Whose name stands over what was said. One's own is known, and so is the agent's where only one answers. */
import type { Message } from "../../src/channels/web/wire.ts";
import type { AnswerItem, Exchange } from "./exchanges.ts";

interface Person {
  /** Their id. */
  owner: string;
  name: string;
}

/** Undefined: the reader's own words, or nobody's name is known. A name alone makes nobody the reader. */
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

/** As it is called now; one that is gone, or is not for the reader, as it was called when it answered. */
export function agentNameOf({ agent, entry }: AnswerItem, known: ReadonlyMap<string, string>): string {
  return known.get(agent) ?? entry?.message.author ?? agent;
}
