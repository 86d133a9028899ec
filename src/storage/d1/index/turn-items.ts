/** Finished messages as memory's index takes them: whose they are, and where they stay. */
import { type Agent, type TurnMemory, turnMemory } from "../../../domain/agent.ts";
import { type Message, wordsToKeep } from "../../../domain/message.ts";
import type { TurnItem } from "../../../memory/index/turns.ts";

/** An agent, as far as memory asks. */
type Remembering = Pick<Agent, "slug" | "memory">;

/** The named agent, or the default one. Rejects when that cannot be told now. */
export type AgentOf = (slug: string | null) => Remembering | Promise<Remembering>;

/** A conversation, as far as memory asks. */
export interface Remembered {
  conversation_id: string;
  owner: string;
  agent: string | null;
  room: string | null;
  /** It keeps its own memory. */
  shared: boolean;
  /** What has set it going. */
  parent: object | null;
}

export async function turnItems(
  meta: Remembered,
  messages: readonly Message[],
  agentOf: AgentOf,
): Promise<TurnItem[]> {
  const items = messages.map(async (message, index) => {
    const agent = await agentOf(answererOf(messages, index) ?? meta.agent);
    return turnItem(meta, message, agent);
  });
  return (await Promise.all(items)).flat();
}

/** Whose memory a message is for: who answers it, if that is known yet. */
function answererOf(messages: readonly Message[], index: number): string | undefined {
  return messages.slice(index).find(({ role }) => role === "assistant")?.agent;
}

/** What agents tell each other is no person's word: its outcome is found where it is told to people. */
function turnItem(meta: Remembered, message: Message, answerer: Remembering): TurnItem[] {
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
  { conversation_id }: Remembered,
  memory: TurnMemory,
  agent: string,
): Pick<TurnItem, "scope"> {
  if (memory === "place") return { scope: `conversation:${conversation_id}` };
  return memory === "agent" ? { scope: `agent:${agent}` } : {};
}
