/** The stored answer of a turn before it has words. */
import type { Turn } from "../../../src/agent/turn.ts";
import type { Message } from "../../../src/domain/message.ts";
import type { TurnRow } from "../rows/turns/turns.ts";

export function answerShell(row: TurnRow, turn: Turn | undefined, now: number): Message {
  const message: Message = {
    id: row.answer_id,
    parent_id: row.trigger_id,
    role: "assistant",
    parts: [],
    status: "partial",
    created_at: new Date(now).toISOString(),
  };
  if (turn) {
    message.agent = turn.agent.slug;
    message.author = turn.agent.name;
  }
  return message;
}
