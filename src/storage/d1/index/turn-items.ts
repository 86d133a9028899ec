/** Turns finished messages into items for memory's index: the owner, and the scope they are kept in. */
import { type Agent, type TurnMemory, turnMemory } from "../../../domain/agent.ts";
import { type Message, rememberable, wordsToKeep } from "../../../domain/message.ts";
import type { TurnItem } from "../../../memory/index/turns.ts";

/** The fields of an agent that memory needs. */
type Remembering = Pick<Agent, "slug" | "memory">;

/** The named agent, or the default one. Rejects if it cannot be determined now. */
export type AgentOf = (slug: string | null) => Remembering | Promise<Remembering>;

/** The fields of a conversation that memory needs. */
export interface IndexedConversation {
  conversation_id: string;
  owner: string;
  agent: string | null;
  room: string | null;
  /** The conversation has a memory of its own. */
  shared: boolean;
  /** The conversation that started it. */
  parent: object | null;
}

export async function turnItems(
  meta: IndexedConversation,
  messages: readonly Message[],
  agentOf: AgentOf,
): Promise<TurnItem[]> {
  const kept = new Set(rememberable(messages));
  const items = messages.map(async (message, index) => {
    if (!kept.has(message)) return [];
    const agent = await agentOf(answererOf(messages, index) ?? meta.agent);
    return turnItem(meta, message, agent);
  });
  return (await Promise.all(items)).flat();
}

/** The agent whose memory a message is for: the one that answers it, if known yet. */
function answererOf(messages: readonly Message[], index: number): string | undefined {
  return messages.slice(index).find(({ role }) => role === "assistant")?.agent;
}

/** Messages between agents are left out: their outcome is indexed where people are told of it. */
function turnItem(meta: IndexedConversation, message: Message, answerer: Remembering): TurnItem[] {
  const memory = turnMemory(answerer.memory, meta.shared);
  if (message.role === "system" || meta.parent || memory === "nothing") return [];
  const { id, role, created_at } = message;
  const speaker = message.author ?? (role === "assistant" ? (message.agent ?? "agent") : meta.owner);
  const item = {
    id,
    conversation_id: meta.conversation_id,
    owner: meta.owner,
    role,
    speaker,
    at: Date.parse(created_at),
    ...wordsToKeep(message),
  };
  const { agent, room } = meta;
  const place = room ? { room } : scopeIn(meta, memory, answerer.slug);
  return [{ ...item, ...(agent ? { agent } : {}), ...place }];
}

function scopeIn(
  { conversation_id }: IndexedConversation,
  memory: TurnMemory,
  agent: string,
): Pick<TurnItem, "scope"> {
  if (memory === "place") return { scope: `conversation:${conversation_id}` };
  return memory === "agent" ? { scope: `agent:${agent}` } : {};
}
