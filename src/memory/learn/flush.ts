/** Extracts memories from messages before they leave the model's context. */
import type { FlushMemory } from "../../agent/ports/flush-memory.ts";
import type { MemoryScope } from "../../agent/ports/memory.ts";
import { type Message, wordsToKeep } from "../../domain/message.ts";
import type { TurnItem } from "../index/turns.ts";
import { extractConversation, type ModelCore } from "./extract.ts";

/** Model calls that one flush may make. */
const ROUNDS = 20;

export function createFlushMemory(
  core: ModelCore,
  indexTurns: (items: readonly TurnItem[]) => Promise<void>,
): FlushMemory {
  return {
    async flush(scope, messages, signal) {
      const { owner, conversation_id } = scope;
      if (conversation_id === undefined) return;
      // As a rule they are indexed already: then this has no effect, and extraction continues where it
      // stopped.
      await indexTurns(messages.flatMap((message) => turnOf(scope, conversation_id, message)));
      for (let round = 0; round < ROUNDS; round++) {
        const { status } = await extractConversation(core, { owner, conversation_id }, signal);
        if (status !== "done") return;
      }
    },
  };
}

function turnOf(scope: MemoryScope, conversation_id: string, message: Message): TurnItem[] {
  if (message.role === "system") return [];
  const agent = message.agent ?? scope.agent;
  return [
    {
      id: message.id,
      conversation_id,
      owner: scope.owner,
      agent,
      ...scopeOf(scope),
      role: message.role,
      speaker: message.author ?? (message.role === "assistant" ? agent : scope.owner),
      at: Date.parse(message.created_at),
      ...wordsToKeep(message),
    },
  ];
}

/** The scope that keeps the turn's memory, if it is not the person's. */
function scopeOf({
  room,
  apart,
  alone,
  agent,
  conversation_id,
}: MemoryScope): Pick<TurnItem, "room" | "scope"> {
  if (room !== undefined) return { room };
  if (apart) return { scope: `conversation:${conversation_id}` };
  return alone ? { scope: `agent:${agent}` } : {};
}
