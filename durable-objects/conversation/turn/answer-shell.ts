/** The stored answer of a turn before it has words. */
import type { Spending, StepRecord, Turn } from "../../../src/agent/turn.ts";
import type { Message } from "../../../src/domain/message.ts";
import type { TurnLife } from "../ledger/turn-life.ts";
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

/** The model that answered last, or else the one that was called. */
export function madeBy(steps: readonly StepRecord[], lost?: Spending): Pick<Message, "model"> {
  const model = steps.at(-1)?.reply.model ?? lost?.model;
  return model ? { model } : {};
}

export function recalledFor({ trace }: Pick<TurnLife, "trace">): Pick<Message, "recalled"> {
  const { memories = [] } = trace.whole();
  return memories.length > 0 ? { recalled: memories } : {};
}
